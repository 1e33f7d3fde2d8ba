package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Problems of lists with the settings of an engine: the home directory, and an approver for results. */
class ListSettingsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.optional("text", ParameterType.string()));

    private static PolicyEngineBuilder builder(RuleList run, RuleList result) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(DeclaredTool.of("read", SCHEMA).withRun(run).withResult(result))));
    }

    private static RuleList home() {
        return RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").glob("~/.ssh/**"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
    }

    private static List<String> codes(PolicyEngineBuilder builder) {
        List<PolicyProblem> problems;
        try {
            problems = builder.build().warnings();
        } catch (InvalidPolicyException e) {
            problems = e.problems();
        }
        return problems.stream()
                .map(problem -> problem.diagnostic().code().toString())
                .filter(code -> code.startsWith("home") || code.startsWith("results"))
                .toList();
    }

    @Test
    void aRuleInTheHomeDirectoryNeedsOne() {
        PathSettings plain = PathSettings.plain();
        RuleList deliver = RuleList.always(Mode.ALLOW);
        assertThat(codes(builder(home(), deliver))).containsExactly("home-not-set");
        assertThat(codes(builder(home(), deliver).paths(plain.withForm(NormalPath.Form.PLAIN.withHome("/home/u")))))
                .containsExactly("home-not-decided");
        assertThat(codes(builder(home(), deliver).paths(plain.withHome("/home/u", false))))
                .isEmpty();
        RuleList text = RuleList.of(
                RuleSpec.when(Argument.Text.at("/text").prefix("~/"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        assertThat(codes(builder(text, deliver))).isEmpty();
    }

    private static List<PolicyProblem> warnings(PathSettings paths, String... denied) {
        RuleList run = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").oneOf(denied), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        return builder(run, RuleList.always(Mode.ALLOW)).paths(paths).build().warnings();
    }

    @Test
    void aListThatDeniesOnlyRelativePathsIsSaid() {
        PathSettings plain = PathSettings.plain();
        assertThat(warnings(plain, "secret", "keys/own")).singleElement().satisfies(problem -> {
            assertThat(problem.subject()).isEqualTo("tool \"read\", run");
            assertThat(problem.diagnostic().code().toString()).isEqualTo("stops-only-relative");
            assertThat(problem.diagnostic().summary())
                    .isEqualTo("rule 1 stops only relative paths, and a later rule allows absolute ones");
        });
        assertThat(warnings(plain, "secret", "/secret")).isEmpty();
        assertThat(warnings(PathSettings.workspace(Path.of("/work")), "secret")).isEmpty();
    }

    @Test
    void aFloorThatDeniesOnlyRelativePathsIsSaid() {
        RuleList floor = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").glob("**/.ssh/**"), Mode.DENY),
                RuleSpec.when(Argument.Text.at("/path").prefix("/secrets"), Mode.DENY));
        RuleList open = RuleList.of(
                RuleSpec.when(Argument.Text.at("/text").prefix("x"), Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        RuleList closed = RuleList.of(RuleSpec.when(Argument.Text.at("/path").prefix("src"), Mode.ALLOW));

        assertThat(relative(open.withFloors(List.of(floor)), PathSettings.plain()))
                .containsExactly(
                        "a rule of a floor stops only relative paths, and the list of \"read\" allows absolute ones");
        assertThat(relative(closed.withFloors(List.of(floor)), PathSettings.plain()))
                .isEmpty();
        assertThat(relative(open.withFloors(List.of(floor)), PathSettings.workspace(Path.of("/work"))))
                .isEmpty();
    }

    private static List<String> relative(RuleList run, PathSettings paths) {
        return builder(run, RuleList.always(Mode.ALLOW)).paths(paths).build().warnings().stream()
                .filter(problem -> problem.diagnostic().code().toString().equals("stops-only-relative"))
                .map(problem -> problem.diagnostic().summary())
                .toList();
    }

    @Test
    void aWorkspaceWithoutLinksIsSaidOnce() {
        PathSettings text = PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/work"));
        assertThat(warnings(text, "secret")).singleElement().satisfies(problem -> {
            assertThat(problem.subject()).isEqualTo("paths");
            assertThat(problem.diagnostic().line())
                    .isEqualTo(
                            "[toolpolicy/links-not-resolved] rules are about paths in the workspace, and a link in it"
                                    + " can lead out of it unseen");
        });
        assertThat(warnings(text.withLinks(Optional::of), "secret")).isEmpty();
        RuleList allow = RuleList.always(Mode.ALLOW);
        assertThat(builder(allow, allow).paths(text).build().warnings())
                .as("no rule about a path")
                .isEmpty();
    }

    @Test
    void theHomeDirectoryIsMeantInCallsThatExpandIt() {
        RuleList deliver = RuleList.always(Mode.ALLOW);
        PolicyEngine expanding = builder(home(), deliver)
                .paths(PathSettings.plain().withHome("/home/u", true))
                .build();
        PolicyEngine plain = builder(home(), deliver)
                .paths(PathSettings.plain().withHome("/home/u", false))
                .build();
        String tilde = "{\"path\":\"~/x/../.ssh/id\"}";
        assertThat(status(expanding, tilde)).isEqualTo(ToolCallStream.Status.DENIED);
        assertThat(status(plain, tilde)).isEqualTo(ToolCallStream.Status.WILL_RUN);
        assertThat(status(plain, "{\"path\":\"/home/u/.ssh/id\"}")).isEqualTo(ToolCallStream.Status.DENIED);
        assertThat(status(expanding, "{\"path\":\"~other/x\"}")).isEqualTo(ToolCallStream.Status.WILL_ASK);
    }

    private static ToolCallStream.Status status(PolicyEngine engine, String arguments) {
        return engine.session("s").calls().preview("read", arguments).status();
    }

    @Test
    void aResultListThatAsksNobodyIsSaid() {
        RuleList allow = RuleList.always(Mode.ALLOW);
        RuleList asks = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").prefix("x"), Mode.ASK), RuleSpec.otherwise(Mode.ALLOW));
        RuleList open = RuleList.of(RuleSpec.when(Argument.Text.at("/path").prefix("x"), Mode.DENY));
        assertThat(codes(builder(allow, asks))).containsExactly("results-not-delivered");
        assertThat(codes(builder(allow, open))).containsExactly("results-not-delivered");
        assertThat(codes(builder(allow, allow))).isEmpty();
        PolicyEngineBuilder asking =
                builder(allow, asks).permission(request -> CompletableFuture.completedFuture(request.approve()));
        assertThat(codes(asking)).isEmpty();
    }
}
