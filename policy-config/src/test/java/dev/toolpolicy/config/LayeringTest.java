package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.BASH;
import static dev.toolpolicy.config.ConfigurationTools.MODIFY;
import static dev.toolpolicy.config.ConfigurationTools.always;
import static dev.toolpolicy.config.ConfigurationTools.configured;
import static dev.toolpolicy.config.ConfigurationTools.found;
import static dev.toolpolicy.config.ConfigurationTools.json;
import static dev.toolpolicy.config.ConfigurationTools.messages;
import static dev.toolpolicy.config.ConfigurationTools.run;
import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice of the layer whose list applies to a tool, and the warnings about rules for all tools. */
class LayeringTest {

    @Test
    void laterLayersReplaceEarlierOnesAndDeclarations() {
        ToolCatalog declared = ToolCatalog.of(List.of(
                BASH.withRun(always(Mode.ALLOW)).withResult(always(Mode.DENY)), MODIFY.withRun(always(Mode.EDIT))));
        PolicyConfiguration user = toml("user.toml", "tools.bash.policy.run = 'ask'");
        PolicyConfiguration project = toml("project.toml", "tools.bash.policy.run = 'deny'");
        ConfiguredCatalog both = ConfiguredCatalog.of(declared, List.of(project, user), PathReading.PLAIN);

        assertThat(run(both, "bash")).isEqualTo(always(Mode.ASK));
        assertThat(both.origin("bash", ListKind.RUN)).hasToString("configuration, user.toml:1:25");
        assertThat(run(both, "fs_modify_file")).isEqualTo(always(Mode.EDIT));
        assertThat(both.origin("fs_modify_file", ListKind.RUN)).hasToString("the tool's declaration");
        assertThat(both.tools().find("bash").orElseThrow().result()).contains(always(Mode.DENY));
        assertThat(both.origin("bash", ListKind.RESULT)).hasToString("the tool's declaration");
        assertThat(both.origin("fs_modify_file", ListKind.RESULT)).hasToString("no list");
        assertThat(run(ConfiguredCatalog.of(declared, List.of(user, project), PathReading.PLAIN), "bash"))
                .isEqualTo(always(Mode.DENY));
    }

    @Test
    void layersReplaceListsInBothForms() {
        PolicyConfiguration project = toml("project.toml", """
            [tools.bash.policy]
            run = [{ arg = "/command", prefix = "git ", mode = "allow" }, { mode = "allow" }]
            """);
        PolicyConfiguration user = toml("user.toml", "[tools.bash]\nrun = 'ask'");
        assertThat(run(configured(project, user), "bash")).isEqualTo(always(Mode.ASK));
        assertThat(run(configured(user, project), "bash").rules()).hasSize(2);
    }

    @Test
    void withinALayerThePolicyWinsOverTheOlderFormWithAWarning() {
        PolicyConfiguration layer =
                toml("[tools.bash]\nrun = 'allow'\nresult = 'ask'\n[tools.bash.policy]\nrun = 'deny'");
        assertThat(run(configured(layer), "bash")).isEqualTo(always(Mode.DENY));
        assertThat(messages(layer)).isEqualTo("""
            policy.toml:2:1: warning: [toolpolicy/deprecated-form] "run" of the tool is not used: its policy has one too
                run = 'allow'
                ^
              help: delete it
            policy.toml:3:1: warning: [toolpolicy/deprecated-form] "result" of the tool is the older form
                result = 'ask'
                ^
              help: write it as result in [tools.bash.policy]\
            """);
    }

    @Test
    void olderWordsOfModesCountWithAWarning() {
        PolicyConfiguration layer = toml("""
            [tools.bash.policy]
            run = [{ arg = "/command", commands = ["rm *"], mode = "skip" }, { mode = "ask" }]
            result = "unattended"
            """);
        PolicyConfiguration now = toml("""
            [tools.bash.policy]
            run = [{ arg = "/command", commands = ["rm *"], mode = "deny" }, { mode = "ask" }]
            result = "allow"
            """);
        assertThat(run(configured(layer), "bash")).isEqualTo(run(configured(now), "bash"));
        assertThat(configured(layer).tools().find("bash").orElseThrow().result())
                .contains(always(Mode.ALLOW));
        assertThat(messages(now)).isEmpty();
        assertThat(messages(layer)).isEqualTo("""
            policy.toml:2:49: warning: [toolpolicy/deprecated-form] "skip" is the older word for "deny"
                run = [{ arg = "/command", commands = ["rm *"], mode = "skip" }, { mode = "ask" }]
                                                                ^
              help: write "deny"
            policy.toml:3:1: warning: [toolpolicy/deprecated-form] "unattended" is the older word for "allow"
                result = "unattended"
                ^
              help: write "allow"\
            """);
    }

    @Test
    void theListForAllToolsAppliesToToolsWithoutOneFromAnyLayer() {
        ToolCatalog declared = ToolCatalog.of(List.of(BASH.withRun(always(Mode.ASK)), MODIFY, ConfigurationTools.MOVE));
        PolicyConfiguration first =
                toml("a.toml", "tools.fs_modify_file.policy.run = 'edit'\ntools.'*'.policy.run = 'ask'");
        PolicyConfiguration second = toml("b.toml", "[tools.\"*\"]\nrun = 'deny'");
        ConfiguredCatalog both = ConfiguredCatalog.of(declared, List.of(first, second), PathReading.PLAIN);
        assertThat(run(both, "bash")).isEqualTo(always(Mode.ASK));
        assertThat(run(both, "fs_modify_file")).isEqualTo(always(Mode.EDIT));
        assertThat(run(both, "fs_move_file")).isEqualTo(always(Mode.DENY));
        assertThat(both.origin("fs_move_file", ListKind.RUN)).hasToString("configuration of all tools, b.toml:2:7");
    }

    @Test
    void stricterRulesForAllToolsThatDoNotFitAreUnknownThere() {
        PolicyConfiguration layer = toml("""
            [tools.'*'.policy]
            run = [
              { arg = "/path", prefix = ".env", mode = "ask" },
              { mode = "allow" },
            ]
            """);
        assertThat(messages(layer)).isEqualTo("""
            policy.toml:3:3: warning: [toolpolicy/dropped-default] rule 1 doesn't fit 2 tools, so what later rules allow there needs approval
                { arg = "/path", prefix = ".env", mode = "ask" },
                ^
              help: give such a tool a policy of its own
              note: they are "fs_move_file", "bash\"\
            """);
        assertThat(run(configured(layer), "bash").rules())
                .extracting(RuleSpec::isUnreadable)
                .containsExactly(true, false);
        assertThat(run(configured(layer), "fs_modify_file").rules()).hasSize(2);
    }

    @Test
    void eachRuleThatDoesNotFitSomeToolIsSaidOnce() {
        assertThat(found(toml("""
            [tools.'*'.policy]
            run = [
              { arg = "/path", prefix = "src/", mode = "allow" },
              { arg = "/path", prefix = ".git", mode = "deny" },
              { arg = "/command", prefix = "git status", mode = "edit" },
              { mode = "ask" },
            ]
            """)))
                .containsExactly(
                        "policy.toml:3:3 dropped-default",
                        "policy.toml:4:3 dropped-default",
                        "policy.toml:5:3 dropped-default");
    }

    @Test
    void aRuleOfAllToolsThatFitsNoneIsSaid() {
        assertThat(messages(toml(
                        "[tools.'*'.policy]\nrun = [{ arg = '/pth', prefix = 'x', mode = 'deny' }, { mode = 'ask' }]")))
                .isEqualTo("""
                    policy.toml:2:8: warning: [toolpolicy/dropped-default] rule 1 fits none of the tools
                        run = [{ arg = '/pth', prefix = 'x', mode = 'deny' }, { mode = 'ask' }]
                               ^
                      help: did you mean "/path"?
                      note: of the first, there is no parameter "/pth\"\
                    """);
    }

    @Test
    void errorsForEveryToolAreErrorsOfTheListForAll() {
        assertThat(found(toml("""
            [tools.'*'.policy]
            requires = ["bash"]
            rules = 1
            run = [
              { arg = "/path", prefix = "", mode = "ask" },
              { arg = "path", prefix = "x", mode = "ask" },
              { arg = "/command", pattern = "(a", mode = "ask" },
              { mode = "unattendd" },
            ]
            """)))
                .containsExactly(
                        "policy.toml:2:1 unknown-key",
                        "policy.toml:3:1 unknown-key",
                        "policy.toml:5:29 empty-prefix",
                        "policy.toml:6:11 pointer-syntax",
                        "policy.toml:7:33 invalid-pattern",
                        "policy.toml:8:12 mode");
    }

    @Test
    void aRuleOfAllToolsThatDecidesForNoneIsUnreachable() {
        String shadowed =
                "[tools.'*'.policy]\nrun = [{ mode = 'ask' }, { arg = '/path', prefix = 'x', mode = 'deny' }]";
        assertThat(messages(toml(shadowed)))
                .startsWith("policy.toml:2:26: error: [toolpolicy/unreachable-rule] rule 2");
        String helpful = "[tools.'*'.policy]\nrun = [{ arg = '/path', prefix = '.', mode = 'ask' },"
                + " { arg = '/source', prefix = '.', mode = 'ask' }, { mode = 'deny' }]";
        assertThat(found(toml(helpful)))
                .containsOnly("policy.toml:2:8 dropped-default", "policy.toml:2:55 dropped-default");
        assertThat(found(toml("tools.'*'.policy.run = [{ arg = '/path', prefix = '.', mode = 'ask' }]")))
                .containsExactly("policy.toml:1:24 no-catch-all", "policy.toml:1:25 dropped-default");
    }

    @Test
    void requirementsAddUp() {
        ToolCatalog declared = ToolCatalog.of(
                List.of(BASH, MODIFY.requiring(Requirement.allOf(List.of("bash"))), ConfigurationTools.MOVE));
        ConfiguredCatalog both = ConfiguredCatalog.of(
                declared,
                List.of(
                        toml("a.toml", "tools.fs_modify_file.policy.requires = [{ tools = ['fs_move_file'] }]"),
                        toml("b.toml", """
                            [[tools.fs_modify_file.policy.requires]]
                            tools = ["bash", "fs_move_file"]
                            key = "/path"
                            tools_key = "/source"
                            match = "all"
                            when_missing = "deny"
                            """)),
                PathReading.PLAIN);
        assertThat(both.problems()).isEmpty();
        assertThat(both.tools().find("fs_modify_file").orElseThrow().requirements().stream()
                        .map(Object::toString))
                .containsExactly("bash", "fs_move_file", "bash and fs_move_file with /source equal to /path");
        assertThat(found(toml("tools.bash.policy.requires = [{ tools = ['bash'], match = 'all' }]")))
                .containsExactly("policy.toml:1:59 config-syntax");
        assertThat(found(toml("tools.bash.policy.requires = [{ tools = ['bash'], key = '/c', match = 'al' }]")))
                .containsExactly("policy.toml:1:71 config-syntax");
        assertThat(found(toml("tools.bash.policy.requires = [{ key = '/c' }, 3]")))
                .containsExactly("policy.toml:1:31 config-syntax", "policy.toml:1:47 config-syntax");
    }

    @Test
    void toolsCanBeDeclaredInTheDesignsShape() {
        ConfiguredCatalog configured = configured(toml("""
            [tools.git_add]
            source = "builtin"
            summary = "Stages files."
            [tools.git_add.parameters.paths]
            type = "array"
            items.type = "path"
            required = true
            summary = "Which."
            [tools.git_add.parameters.edits]
            type = "array"
            items.type = "object"
            items.required = ["old"]
            items.properties.old = { type = "string" }
            items.properties.new = { type = "string", required = true }
            [tools.git_add.policy]
            run = [{ arg = "/paths", prefix = ".env", mode = "deny" }, { mode = "ask" }]
            """));
        assertThat(configured.problems()).isEmpty();
        var tool = configured.tools().find("git_add").orElseThrow();
        assertThat(tool.description()).isEqualTo("Stages files.");
        assertThat(tool.schema().parameters())
                .containsExactly(
                        Parameter.required("paths", ParameterType.arrayOf(ParameterType.path()))
                                .describedAs("Which."),
                        Parameter.optional(
                                "edits",
                                ParameterType.arrayOf(ParameterType.objectOf(
                                        Parameter.required("old", ParameterType.string()),
                                        Parameter.required("new", ParameterType.string())))));
        assertThat(tool.run().orElseThrow().rules()).hasSize(2);
    }

    @Test
    void aDeclarationIsCheckedWhereItStands() {
        assertThat(messages(toml("""
            [tools.git.parameters.paths]
            type = "array"
            items.type = "pth"
            [tools.git.parameters.x]
            type = "string"
            min_length = 3
            [tools.git.policy]
            run = [{ arg = "/y", prefix = "x", mode = "ask" }]
            """))).isEqualTo("""
                policy.toml:3:14: error: [toolpolicy/unsupported-type] there is no type "pth"
                    items.type = "pth"
                                 ^
                  help: did you mean "path"?
                policy.toml:6:1: error: [toolpolicy/unknown-key] a string has no "min_length"
                    min_length = 3
                    ^
                  note: it may have "type", "enum", "description", "default", "large", "sink", "required", "summary" \
                and 1 more\
                """);
    }

    @Test
    void aParameterSaysItselfWhetherItIsRequired() {
        assertThat(messages(toml("""
            [tools.git.parameters]
            a = { type = "string", requird = true }
            b = { type = "string", required = "yes" }
            c = { type = "object", properties.d = { type = "path", sumary = "x" } }
            """))).isEqualTo("""
                policy.toml:2:24: error: [toolpolicy/unknown-key] a string has no "requird"
                    a = { type = "string", requird = true }
                                           ^
                  help: did you mean "required"?
                policy.toml:3:35: error: [toolpolicy/config-syntax] "required" is true or false, not "yes"
                    b = { type = "string", required = "yes" }
                                                      ^
                policy.toml:4:56: error: [toolpolicy/unknown-key] a path has no "sumary"
                    c = { type = "object", properties.d = { type = "path", sumary = "x" } }
                                                                           ^
                  help: did you mean "summary"?\
                """);
    }

    @Test
    void aDeclarationOfAKnownToolMustBeTheSame() {
        String same = "{'tools': {'bash': {'parameters': {'type': 'object', 'required': ['command'], 'properties':"
                + " {'command': {'type': 'string', 'description': 'Which.'}}}, 'policy': {'run': 'ask'}}}}";
        assertThat(found(json(same))).isEmpty();
        assertThat(found(json(same.replace("'required': ['command'], ", ""))))
                .containsExactly("policy.json:1:21 duplicate-tool");
        assertThat(found(
                        toml("a.toml", "tools.x.parameters.a.type = 'string'"),
                        toml("b.toml", "tools.x.parameters.a.type = 'path'")))
                .containsExactly("b.toml:1:9 duplicate-tool");
    }

    /** The order of files doesn't matter: a file without the sink doesn't hide that of another. */
    @Test
    void eachDeclarationOfAToolMayNameSinks() {
        String plain =
                "[tools.pay.parameters]\nto = { type = 'object', properties.mail.type = 'string' }\nn.type = 'any'";
        String sink = plain.replace("mail.type = 'string'", "mail = { type = 'string', sink = true }");
        for (List<String> files : List.of(List.of(plain, sink), List.of(sink, plain))) {
            PolicyEngine engine = PolicyEngine.builder()
                    .configuration(toml("a.toml", files.get(0)), toml("b.toml", files.get(1)))
                    .build();
            assertThat(engine.tools().find("pay").orElseThrow().schema().parameters())
                    .filteredOn(each -> each.name().equals("to"))
                    .allMatch(each -> each.type().properties().get(0).isSink())
                    .hasSize(1);
        }
    }
}
