package dev.toolpolicy.test.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.test.policy.internal.file.Claim;
import dev.toolpolicy.test.policy.internal.prove.Proof;
import dev.toolpolicy.test.policy.internal.prove.Prover;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proofs about tools whose paths need approval outside of a workspace: a call of the engine refutes them. */
class WorkspaceProofTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final RuleList TWO_FOLDERS = RuleList.of(
            RuleSpec.when(PATH.glob("/etc/**"), Mode.ALLOW),
            RuleSpec.when(PATH.glob("src/**"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.DENY));
    private static final RuleList ABROAD =
            RuleList.of(RuleSpec.when(PATH.glob("/etc/**"), Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));

    @TempDir
    private Path folder;

    private List<PathSettings> settings() {
        return List.of(
                PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/work/app")),
                PathSettings.workspace(folder));
    }

    private static PolicyEngine engine(PathSettings paths, ToolSchema schema, RuleList list) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", schema).withRun(list))))
                .paths(paths)
                .build();
    }

    private static String outcome(PathSettings paths, RuleList list, Mode never) {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()),
                Parameter.optional("others", ParameterType.arrayOf(ParameterType.path())));
        return outcome(engine(paths, schema, list), never);
    }

    private static String outcome(PolicyEngine engine, Mode never) {
        Throwable failure = catchThrowable(
                () -> PolicyProof.of(engine).tools("write").never(never).isProved());
        return failure == null ? "proved" : failure.getMessage();
    }

    @Test
    void aCallInTheWorkspaceRefutesThatNoneIsAllowed() {
        for (PathSettings paths : settings()) {
            assertThat(outcome(paths, RuleList.always(Mode.ALLOW), Mode.ALLOW)).contains("refuted", "allow by rule 1");
            assertThat(outcome(paths, TWO_FOLDERS, Mode.ALLOW)).contains("refuted", "src", "allow by rule 2");
        }
    }

    @Test
    void aCallOutsideRefutesThatNoneIsAsked() {
        for (PathSettings paths : settings()) {
            assertThat(outcome(paths, RuleList.always(Mode.ALLOW), Mode.ASK))
                    .contains("refuted", ": ask since a path leads out of the workspace (");
            assertThat(outcome(paths, RuleList.always(Mode.DENY), Mode.ASK)).isEqualTo("proved");
        }
    }

    /** Of a path with links, both forms are in the folder if the call is allowed, so it is left out. */
    @Test
    void whatOneFolderAllowsIsLeftOutByThatFolder() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        for (PathSettings paths : settings()) {
            for (String folder : List.of("src/**", "src/main/**")) {
                RuleList list = RuleList.of(RuleSpec.when(PATH.glob(folder), Mode.ALLOW), RuleSpec.otherwise(Mode.ASK));
                PolicyProof claim = PolicyProof.of(engine(paths, schema, list))
                        .tools("write")
                        .never(Mode.ALLOW);
                claim.unless(PATH.glob("src/**")).isProved();
                assertThat(catchThrowable(
                                () -> claim.unless(PATH.glob("src/main/x/**")).isProved()))
                        .hasMessageContaining("refuted");
            }
        }
    }

    @Test
    void withoutAWorkspaceGuardedFilesAndOtherHomesNeedApproval() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        Map<String, PathSettings> guarded = Map.of(
                "/state/key", PathSettings.plain().withGuarded(List.of(Path.of("/state"))),
                "~bob/x", PathSettings.plain().withHome("/home/me", true));
        guarded.forEach((path, settings) -> {
            PolicyEngine engine = engine(settings, schema, RuleList.always(Mode.ALLOW));
            assertThat(engine.session("s")
                            .calls()
                            .preview("write", Map.of("path", path))
                            .status())
                    .isEqualTo(ToolCallStream.Status.WILL_ASK);
            assertThat(outcome(engine, Mode.ASK)).contains("undecided", "to a guarded file or to another user's home");
            assertThat(outcome(engine, Mode.DENY)).isEqualTo("proved");
        });
    }

    @Test
    void noSuggestionStopsShortOfTheGuard() {
        RuleList list = RuleList.of(RuleSpec.when(PATH.glob("src/**"), Mode.ASK), RuleSpec.otherwise(Mode.ALLOW));
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        for (PathSettings paths : settings()) {
            Prover prover = new Prover(engine(paths, schema, list));
            Claim claim = new Claim("c", List.of("write"), List.of(), List.of(), Set.of(Mode.ASK), List.of(), false);
            Proof proof = prover.prove(claim);
            assertThat(proof.outcome()).isEqualTo(Proof.Outcome.REFUTED);
            assertThat(prover.suggestion(proof)).isEmpty();
        }
    }

    @Test
    void pathsInAMapAreGuardedToo() {
        ParameterType map = ParameterType.objectOf(List.of(), ParameterType.path());
        ToolSchema schema = ToolSchema.of(Parameter.required("files", map));
        for (PathSettings paths : settings()) {
            PolicyEngine engine = engine(paths, schema, RuleList.always(Mode.ALLOW));
            assertThat(engine.session("s")
                            .calls()
                            .preview("write", "{\"files\":{\"a\":\"/etc/passwd\"}}")
                            .decision()
                            .orElseThrow()
                            .mode())
                    .isEqualTo(Mode.ASK);
            assertThat(outcome(engine, Mode.ASK)).contains("undecided", "a path of \"write\" that leads out");
            assertThat(outcome(engine, Mode.DENY)).isEqualTo("proved");
        }
    }

    @Test
    void noPathOfAToolThatRequirementsCloseIsAsked() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        ToolSpec<?> login = DeclaredTool.of("login", ToolSchema.of());
        ToolSpec<?> write = DeclaredTool.of("write", schema)
                .withRun(RuleList.always(Mode.ALLOW))
                .requiring(Requirement.allOf(List.of("login")));
        for (PathSettings paths : settings()) {
            PolicyEngine engine = PolicyEngine.builder()
                    .tools(ToolCatalog.of(List.of(login, write)))
                    .paths(paths)
                    .build();
            for (boolean counts : List.of(true, false)) {
                Claim claim =
                        new Claim("c", List.of("write"), List.of(), List.of(), Set.of(Mode.ASK), List.of(), counts);
                assertThat(new Prover(engine).prove(claim).isProved()).isEqualTo(counts);
            }
        }
    }

    @Test
    void whatIsAllowedOutsideOnlyIsUndecided() {
        for (PathSettings paths : settings()) {
            assertThat(outcome(paths, ABROAD, Mode.ALLOW))
                    .contains("undecided", "a path of \"write\" that leads out of the workspace needs approval");
        }
    }
}
