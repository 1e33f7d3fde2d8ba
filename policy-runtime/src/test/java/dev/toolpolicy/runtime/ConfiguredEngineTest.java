package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Engines with configurations: the active lists, the effect of reloads, and that no model widens its own rights.
 */
class ConfiguredEngineTest {
    private static final DeclaredTool WRITE = DeclaredTool.of(
            "write",
            ToolSchema.of(
                    Parameter.required("path", ParameterType.path()),
                    Parameter.optional("more", ParameterType.arrayOf(ParameterType.path()))));
    private static final DeclaredTool BASH =
            DeclaredTool.of("bash", ToolSchema.of(Parameter.required("command", ParameterType.string())));

    @TempDir
    private Path folder;

    private static PolicyConfiguration toml(String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", text);
    }

    private static PolicyEngineBuilder builder() {
        return PolicyEngine.builder().tools(ToolCatalog.of(List.of(WRITE, BASH)));
    }

    private static Mode mode(PolicyEngine engine, String tool, String arguments) {
        ToolCallStream call = engine.session("s").calls().call("1", tool).append(arguments.replace('\'', '"'));
        call.finish();
        return call.decision().orElseThrow().mode();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.toml"), text);
    }

    @Test
    void everythingThatIsWrongIsSaidWhenTheEngineIsBuilt() {
        PolicyConfiguration first =
                toml("tools.write.policy.run = 'aks'\ntools.bash.policy.requires = [{ tools = ['write'] }]");
        PolicyConfiguration second = PolicyConfiguration.read(Path.of("no", "such.toml"));
        PolicyConfiguration third = PolicyConfiguration.of(
                ConfigurationFormat.JSON,
                "b.json",
                "{\"tools\": {\"write\": {\"policy\": {\"requires\": [{\"tools\": [\"bash\"]}]}}}}");
        assertThatThrownBy(() -> builder()
                        .configuration(first, second)
                        .configuration(third)
                        .build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContainingAll(
                        "policy.toml:1:26: error: [toolpolicy/mode]",
                        "such.toml: error: [toolpolicy/config-syntax] there is no such file",
                        "error: [toolpolicy/requirement-cycle] tools require each other: bash -> write -> bash",
                        "help: remove one of these requirements");
    }

    @Test
    void theActiveListDecides() {
        PolicyEngine engine = builder().configuration(toml("""
            [tools.write.policy]
            run = [{ arg = "/path", prefix = "src", mode = "allow" }, { mode = "deny" }]
            [tools."*".policy]
            run = "edit"
            """)).build();
        assertThat(mode(engine, "write", "{'path':'src/a'}")).isEqualTo(Mode.ALLOW);
        assertThat(mode(engine, "write", "{'path':'x'}")).isEqualTo(Mode.DENY);
        assertThat(mode(engine, "bash", "{'command':'x'}")).isEqualTo(Mode.EDIT);
        assertThat(engine.origin("bash", ListKind.RUN)).hasToString("configuration of all tools, policy.toml:4:7");
    }

    @Test
    void callsThatNameAnActivePolicyFileNeedApproval() throws IOException {
        Path policy = file("tools.write.policy.run = 'allow'");
        Path working = Path.of("").toAbsolutePath();
        PolicyEngine engine =
                builder().configuration(PolicyConfiguration.read(policy)).build();
        String relative = working.relativize(policy).toString();
        List<String> names = List.of(
                policy.toString(),
                relative,
                "./x/../" + relative,
                folder + "/a/../policy.toml",
                folder + "//policy.toml/",
                folder + "/./POLICY.toml",
                folder.toString().replace('/', '\\') + "\\policy.toml",
                folder + "/policy.toml::$DATA");
        for (String name : names) {
            String json = name.replace("\\", "\\\\");
            assertThat(mode(engine, "write", "{'path':'" + json + "'}"))
                    .as(name)
                    .isEqualTo(Mode.ASK);
            assertThat(mode(engine, "write", "{'path':'x','more':['y','" + json + "']}"))
                    .as(name)
                    .isEqualTo(Mode.ASK);
        }
        assertThat(mode(engine, "write", "{'path':'" + folder + "/other.toml'}"))
                .isEqualTo(Mode.ALLOW);
        assertThat(mode(engine, "write", "{'path':'policy.toml.bak'}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void throughLinksAndFromTheWorkspace() throws IOException {
        Path policy = file("tools.write.policy.run = 'allow'");
        Path link = Files.createSymbolicLink(folder.resolve("link.toml"), policy);
        PathSettings inside = PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(folder.toString()))
                .withLinks(path -> Optional.of(
                        path.equals("way/in")
                                ? policy.toString()
                                : folder.resolve(path).toString()));
        PolicyEngine engine = builder()
                .paths(inside)
                .configuration(PolicyConfiguration.read(link))
                .build();
        for (String name : List.of("policy.toml", "link.toml", "a/../policy.toml", "way/in", policy.toString())) {
            assertThat(mode(engine, "write", "{'path':'" + name + "'}"))
                    .as(name)
                    .isEqualTo(Mode.ASK);
        }
        assertThat(mode(engine, "write", "{'path':'src/a'}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void aReloadThatTightensTakesEffectForCallsThatBegin() throws IOException {
        Path policy = file("tools.write.policy.run = 'allow'");
        PolicyEngine engine =
                builder().configuration(PolicyConfiguration.read(policy)).build();
        PolicySession session = engine.session("s");
        ToolCallStream begun = session.calls().call("1", "write").append("{\"path\":");
        file("tools.write.policy.run = 'deny'");

        ReloadOutcome outcome = engine.reload();
        assertThat(outcome).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(outcome.changes()).singleElement().matches(change -> !change.mayLoosen());
        assertThat(begun.append("\"a\"}").finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        ToolCallOutcome next =
                session.calls().call("2", "write").append("{\"path\":\"a\"}").finish();
        assertThat(next).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DENIED);
    }

    @Test
    void aReloadThatLoosensAsksAndWithoutAnAnswerNothingChanges() throws IOException {
        Path policy = file("tools.write.policy.run = 'ask'");
        List<ReloadOutcome.Change> asked = new ArrayList<>();
        PolicyEngine refusing =
                builder().configuration(PolicyConfiguration.read(policy)).build();
        PolicyEngine failing = builder()
                .configuration(PolicyConfiguration.read(policy))
                .reloadConsent(changes -> {
                    throw new IllegalStateException("nobody is there");
                })
                .build();
        PolicyEngine granting = builder()
                .configuration(PolicyConfiguration.read(policy))
                .reloadConsent(asked::addAll)
                .build();
        file("tools.write.policy.run = 'allow'\ntools.bash.policy.run = 'deny'");

        for (PolicyEngine engine : List.of(refusing, failing)) {
            assertThat(engine.reload()).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.DECLINED);
            assertThat(mode(engine, "write", "{'path':'a'}")).isEqualTo(Mode.ASK);
            assertThat(mode(engine, "bash", "{'command':'a'}")).as("none of it").isEqualTo(Mode.ASK);
        }
        ReloadOutcome applied = granting.reload();
        assertThat(applied).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(applied.toString().lines())
                .startsWith("applied", "tool \"write\", run (may loosen): from otherwise -> ask")
                .contains("tool \"bash\", run: from no rules");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0).mayLoosen()).isTrue();
        assertThat(asked.get(0).tool()).isEqualTo("write");
        assertThat(mode(granting, "write", "{'path':'a'}")).isEqualTo(Mode.ALLOW);
        assertThat(mode(granting, "bash", "{'command':'a'}")).isEqualTo(Mode.DENY);
    }

    @Test
    void otherLooseningsNeedApprovalToo() {
        PolicyEngine engine = builder()
                .configuration(
                        toml("tools.write.policy.requires = [{ tools = ['bash'] }]\ntools.bash.policy.run = 'deny'\n"
                                + "tools.bash.policy.result = 'deny'"))
                .build();
        String requires = "tools.write.policy.requires = [{ tools = ['bash'] }]\n";
        String run = "tools.bash.policy.run = 'deny'\n";
        String result = "tools.bash.policy.result = 'deny'\n";
        for (String looser : List.of(
                run + result,
                requires + result,
                requires + run + result + "tools.rm.parameters.x.type = 'string'",
                requires + run + "tools.bash.policy.result = 'allow'",
                requires + run)) {
            assertThat(engine.reload(toml(looser)))
                    .as(looser)
                    .extracting(ReloadOutcome::kind)
                    .isEqualTo(ReloadOutcome.Kind.DECLINED);
        }
        assertThat(engine.reload()).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(engine.reload().changes()).isEmpty();
    }

    @Test
    void limitsOfSeveralToolsTogetherLoosenLikeThoseOfOne() {
        String three = "tools.'w*'.policy.limits = [{ calls = 3 }]";
        PolicyEngine engine = builder().configuration(toml(three)).build();
        for (String looser : List.of("", "tools.'w*'.policy.limits = [{ calls = 4 }]")) {
            ReloadOutcome outcome = engine.reload(toml(looser));
            assertThat(outcome).as(looser).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.DECLINED);
            assertThat(outcome.changes())
                    .as(looser)
                    .singleElement()
                    .matches(change -> change.tool().equals("w*"));
        }
        String added = three + "\ntools.'b*'.policy.limits = [{ calls = 1 }]";
        assertThat(engine.reload(toml(added))).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(engine.reload(toml(added)).changes()).isEmpty();
    }

    @Test
    void aFactThatIsDeclaredOtherwiseMayLoosenTheRulesThatLookAtIt() {
        String rules = "\n[tools.write.policy]\nrun = [{ fact='/place', const='a', mode='deny' }, { mode='allow' }]\n";
        PolicyEngine engine = builder()
                .configuration(toml("facts.place.type = 'path'" + rules))
                .build();
        assertThat(engine.reload(toml("facts.place.type = 'string'" + rules)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.DECLINED);
        ReloadOutcome another = engine.reload(toml("facts.place.type = 'path'\nfacts.role.type = 'string'" + rules));
        assertThat(another).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(another.changes()).isEmpty();
    }

    private static final String STRICT_FIRST =
            "[tools.write.policy]\nrun = [{ arg='/path', prefix='SRC/x', mode='deny' },"
                    + " { arg='/path', prefix='src', mode='allow' }, { mode='ask' }]";
    private static final String STRICT_LAST =
            "[tools.write.policy]\nrun = [{ arg='/path', prefix='src', mode='allow' },"
                    + " { arg='/path', prefix='SRC/x', mode='deny' }, { mode='ask' }]";

    private static PolicyEngine reading(PathSettings paths) {
        return builder()
                .configuration(toml(STRICT_FIRST))
                .paths(paths)
                .unreachableRules(Severity.WARNING)
                .build();
    }

    @Test
    void equalListsChangeNothingButMayDifferInOtherPathForms() {
        PolicyEngine plain = reading(PathSettings.plain());
        assertThat(plain.reload(toml(STRICT_LAST)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        PolicyEngine folding = reading(PathSettings.plain().withForm(NormalPath.Form.PLAIN.ignoringCase()));
        assertThat(mode(folding, "write", "{'path':'src/x'}")).isEqualTo(Mode.DENY);
        assertThat(folding.reload(toml(STRICT_LAST)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.DECLINED);
        assertThat(mode(folding, "write", "{'path':'src/x'}")).isEqualTo(Mode.DENY);
    }

    /** A proof by an engine's own reading of paths counts; the targets of links can't be proved. */
    @Test
    void listsThatAreEqualAsTheEngineReadsPathsChangeNothing() {
        String respelt = STRICT_FIRST.replace("SRC/x", "src/X");
        PolicyEngine folding = reading(PathSettings.plain().withForm(NormalPath.Form.PLAIN.ignoringCase()));
        assertThat(folding.reload(toml(respelt)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(reading(PathSettings.plain()).reload(toml(respelt)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.DECLINED);
        PolicyEngine linked = reading(PathSettings.plain().withLinks(Optional::of));
        assertThat(linked.reload(toml(STRICT_LAST)))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.DECLINED);
    }

    /** A configured list is checked for dead rules as the engine reads paths, as a declared one is. */
    @Test
    void whichRulesOfAFileAreDeadDependsOnHowPathsAreRead() {
        PathSettings folding = PathSettings.plain().withForm(NormalPath.Form.PLAIN.ignoringCase());
        assertThat(builder().configuration(toml(STRICT_LAST)).build().warnings())
                .noneMatch(problem -> problem.diagnostic().isError());
        assertThatThrownBy(() -> builder()
                        .configuration(toml(STRICT_LAST))
                        .paths(folding)
                        .build())
                .hasMessageContaining("policy.toml:2:53: error: [toolpolicy/unreachable-rule] rule 2 never applies");
        assertThatThrownBy(() -> builder()
                        .configuration(toml(STRICT_LAST.replace("tools.write", "tools.'*'")))
                        .paths(folding)
                        .build())
                .hasMessageContaining("policy.toml:2:53: error: [toolpolicy/unreachable-rule] rule 2 never applies");
        String linked = STRICT_LAST.replace("SRC/x", "src/x");
        assertThatThrownBy(() -> builder().configuration(toml(linked)).build())
                .hasMessageContaining("unreachable-rule");
        builder()
                .configuration(toml(linked))
                .paths(PathSettings.plain().withLinks(Optional::of))
                .build();
    }

    @Test
    void aReloadThatIsWrongChangesNothing() throws IOException {
        Path policy = file("tools.write.policy.run = 'deny'");
        PolicyEngine engine = builder()
                .configuration(PolicyConfiguration.read(policy))
                .reloadConsent(changes -> true)
                .build();
        file("tools.write.policy.run = 'allow'\ntools.bash.policy.run = 'aks'");
        ReloadOutcome outcome = engine.reload();
        assertThat(outcome).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.INVALID);
        assertThat(outcome.problems())
                .singleElement()
                .asString()
                .contains("policy.toml:2:25: error: [toolpolicy/mode]");
        assertThat(mode(engine, "write", "{'path':'a'}")).isEqualTo(Mode.DENY);
        Files.delete(policy);
        assertThat(engine.reload()).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.INVALID);
        assertThat(mode(engine, "write", "{'path':'a'}")).isEqualTo(Mode.DENY);
    }

    @Test
    void aToolWhoseServerRenamesWhatItsRulesLookAtIsDisabled() {
        DeclaredTool renamed =
                DeclaredTool.of("write", ToolSchema.of(Parameter.required("file", ParameterType.path())));
        for (String policy : List.of(
                "[tools.write.policy]\nrun = [{ arg='/path', prefix='.env', mode='deny' }, { mode='allow' }]",
                "[tools.'*'.policy]\nrun = [{ arg='/path', prefix='.env', mode='deny' }, { mode='allow' }]")) {
            PolicyEngine engine = builder().configuration(toml(policy)).build();
            ReloadOutcome outcome = engine.replace(renamed);
            assertThat(outcome.problems())
                    .as(policy)
                    .anySatisfy(problem ->
                            assertThat(problem.diagnostic().isError()).isTrue());
            assertThat(engine.tools().find("write")).as(policy).isEmpty();
            assertThat(engine.session("s")
                            .calls()
                            .call("1", "write")
                            .append("{\"file\":\".env\"}")
                            .finish())
                    .as(policy)
                    .extracting(ToolCallOutcome::kind)
                    .isEqualTo(ToolCallOutcome.Kind.INVALID);
            assertThat(mode(engine, "bash", "{'command':'ls'}")).as(policy).isEqualTo(Mode.ASK);

            assertThat(engine.reload().problems())
                    .as("still")
                    .anyMatch(problem -> problem.diagnostic().isError());
            assertThat(engine.tools().find("write")).isEmpty();
            engine.replace(WRITE);
            assertThat(mode(engine, "write", "{'path':'.env'}")).isEqualTo(Mode.DENY);
        }
    }

    @Test
    void aToolThatChangesAndStillFitsIsReplaced() {
        PolicyEngine engine = builder()
                .configuration(toml(
                        "[tools.write.policy]\nrun = [{ arg='/path', prefix='.env', mode='deny' }, { mode='ask' }]"))
                .build();
        DeclaredTool more = DeclaredTool.of(
                "write",
                ToolSchema.of(
                        Parameter.required("path", ParameterType.path()),
                        Parameter.required("text", ParameterType.string())));
        assertThat(engine.replace(more)).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(mode(engine, "write", "{'path':'.env','text':''}")).isEqualTo(Mode.DENY);
        assertThat(engine.tools().tools()).extracting(Object::toString).containsExactly("write", "bash");
    }
}
