package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.found;
import static dev.toolpolicy.config.ConfigurationTools.json;
import static dev.toolpolicy.config.ConfigurationTools.messages;
import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Valid configurations, and the messages for invalid ones. */
class PolicyConfigurationTest {

    @Test
    void everyProblemIsSaidInOneRunInTheOrderOfTheText() {
        assertThat(messages(toml("""
            [tools.fs_modify_file.policy]
            run = [
              { arg = "/pth", prefix = "src/", mode = "allow" },
              { arg = "/lines", prefix = "x", mode = "ask" }, { mode = "aks" },
            \t{ arg = "/path", prefx = "src/", mode = "allow" },
            ]
            reslt = "ask"
            requires = [{ tools = ["bash"], key = "x", mach = 1 }]
            """))).isEqualTo("""
                policy.toml:3:11: error: [toolpolicy/unknown-pointer] there is no parameter "/pth"
                    { arg = "/pth", prefix = "src/", mode = "allow" },
                            ^
                  help: did you mean "/path"?
                policy.toml:4:30: error: [toolpolicy/matcher-type] "prefix" doesn't fit "/lines", which is an integer
                    { arg = "/lines", prefix = "x", mode = "ask" }, { mode = "aks" },
                                               ^
                  help: an integer is matched with "const", "enum", "minimum", "maximum", "exclusive_minimum" or \
                "exclusive_maximum"
                policy.toml:4:60: error: [toolpolicy/mode] rule 3 has the unknown mode "aks"
                    { arg = "/lines", prefix = "x", mode = "ask" }, { mode = "aks" },
                                                                             ^
                  help: did you mean "ask"?
                policy.toml:5:19: error: [toolpolicy/unknown-member] rule 4 has the unknown member "prefx"
                    { arg = "/path", prefx = "src/", mode = "allow" },
                                     ^
                  help: did you mean "prefix"?
                policy.toml:7:1: error: [toolpolicy/unknown-key] the policy of "fs_modify_file" has no "reslt"
                    reslt = "ask"
                    ^
                  help: did you mean "result"?
                policy.toml:8:39: error: [toolpolicy/pointer-syntax] "x" is not a JSON Pointer: a pointer starts with "/"
                    requires = [{ tools = ["bash"], key = "x", mach = 1 }]
                                                          ^
                policy.toml:8:44: error: [toolpolicy/unknown-key] a requirement has no "mach"
                    requires = [{ tools = ["bash"], key = "x", mach = 1 }]
                                                               ^
                  help: did you mean "match"?\
                """);
    }

    @Test
    void theRuleThatShadowsHasANoteAtItsOwnPlace() {
        assertThat(messages(json("""
            {'tools': {'bash': {'policy': {'run': [
                {'arg': '/command', 'enum': ['ls', 'pwd'], 'mode': 'allow'},
                {'arg': '/command', 'const': 'pwd', 'mode': 'ask'},
                {'mode': 'ask'}]}}}}\
            """))).isEqualTo("""
                policy.json:3:5: error: [toolpolicy/unreachable-rule] rule 2 never applies: rule 1 decides every call \
                it would match
                    {"arg": "/command", "const": "pwd", "mode": "ask"},
                    ^
                  help: move rule 2 above rule 1, or delete it
                  note: rules are tried top to bottom and the first match decides
                policy.json:2:5: note: [toolpolicy/unreachable-rule] this is rule 1\
                """);
    }

    @Test
    void aWarningOfTheWholeListStandsAtTheList() {
        assertThat(messages(toml("[tools.bash.policy]\nrun = [{ arg = '/command', const = 'ls', mode = 'deny' }]\n")))
                .startsWith(
                        "policy.toml:2:7: warning: [toolpolicy/no-catch-all] calls that don't match the only rule will"
                                + " need approval");
    }

    @Test
    void keysThatComeTwiceAreErrorsInBothFormats() {
        assertThat(messages(toml("[tools.bash]\nrun = 'ask'\nrun = 'deny'"))).isEqualTo("""
            policy.toml:3:1: error: [toolpolicy/duplicate-config-key] "run" is defined twice
                run = 'deny'
                ^
              note: the first is at policy.toml:2:1\
            """);
        assertThat(messages(toml("[tools.bash]\nrun = 'ask'\n[tools.'bash']\nresult = 'deny'")))
                .startsWith("policy.toml:3:8: error: [toolpolicy/duplicate-config-key] \"bash\" is defined twice");
        assertThat(found(toml("tools.bash.policy = {run = 'ask'}\ntools.bash.policy.run = 'deny'")))
                .containsExactly("policy.toml:2:12 duplicate-config-key");
        assertThat(found(json("{'tools': {'bash': {'policy': {'run': 'ask',\n 'run': 'deny'}},\n 'bash': {}}}")))
                .containsExactly("policy.json:2:2 duplicate-config-key", "policy.json:3:2 duplicate-config-key");
        assertThat(found(json("{'tools': {'bash': {'policy': {'run': 'ask', 'r\\u0075n': 'deny'}}}}")))
                .containsExactly("policy.json:1:46 duplicate-config-key");
    }

    @Test
    void mistakesInTomlHaveHelp() {
        assertThat(messages(toml("[tools.bash.policy]\nrun = [{ arg = '/command', pattern = \"\\.env\" }]")))
                .contains("help: write the text in single quotes, in which a backslash is itself: '\\.env'");
        assertThat(messages(toml("[tools.bash.policy]\nrun = [\n  { mode = 'ask' }\n  { mode = 'deny' }\n]")))
                .startsWith("policy.toml:4:3: error: [toolpolicy/config-syntax] this is not TOML: ")
                .contains("help: end the value before this: a comma or a line break may be missing");
        for (String unquoted : List.of("[tools.*.policy]\nrun = 'ask'", "tools.bash.policy.run = deny", "run: 'ask'")) {
            assertThat(messages(toml(unquoted)))
                    .contains("help: write \"=\" behind a key, and quotes around texts and names with \"*\": "
                            + "[tools.\"*\".policy]");
        }
    }

    @Test
    void aToolThatTheFileDoesNotDeclareYetHasHelp() {
        assertThat(messages(toml("[tools.get_contacts]\npolicy.run = 'allow'")))
                .contains(
                        "no tool is named \"get_contacts\"",
                        "help: declare its parameters in this file, as in " + "parameters = {}, name a catalog",
                        "note: tools are ");
        assertThat(messages(toml("[tools.x]\nparameters.command = 'string'")))
                .contains(
                        "\"command\" is \"path\", or a table, not \"string\"",
                        "help: to declare it, write { type = ... }");
    }

    @Test
    void brokenTextIsOneErrorAtItsPlace() {
        assertThat(messages(toml("[tools.bash\nrun='ask'"))).isEqualTo("""
            policy.toml:1:12: error: [toolpolicy/config-syntax] this is not TOML: Newline not permitted here
                [tools.bash
                           ^
              help: end a table in { }, a text in quotes or a name in [ ] on the line where it begins\
            """);
        assertThat(messages(json("{'tools': {'bash': \n  {'policy': {'run' 'ask'}}}}")))
                .startsWith(
                        "policy.json:2:21: error: [toolpolicy/config-syntax] this is not JSON: Unexpected character");
        assertThat(found(json("{} {}"))).containsExactly("policy.json:1:4 config-syntax");
        assertThat(found(json("[]"))).containsExactly("policy.json:1:1 config-syntax");
        String number = "-0.00001e1" + "0".repeat(45);
        assertThat(found(json("{\"a\":" + number + "}"))).containsExactly("policy.json:1:6 config-syntax");
        assertThat(found(toml("a = " + number))).hasSize(1).allMatch(each -> each.endsWith("config-syntax"));
        assertThat(found(json(""))).containsExactly("policy.json:1:1 config-syntax");
        assertThat(found(json("{'a': NaN}"))).hasSize(1);
        assertThat(found(toml(""))).isEmpty();
        assertThat(found(toml("\uFEFF[tools.bash]\nsummary = 'x'"))).isEmpty();
    }

    @Test
    void textThatIsTooMuchIsRefused() {
        assertThat(messages(toml("a = " + "[".repeat(100_000)))).contains("nested deeper than 64 levels");
        assertThat(messages(toml("a.".repeat(100_000) + "a = 1"))).contains("nested deeper than 64 levels");
        assertThat(messages(json("[".repeat(100_000)))).contains("nested deeper than 64 levels");
        String twice = "a.".repeat(10_000) + "a = 1\n";
        assertThat(found(toml(twice + twice))).hasSize(1);
        assertThat(messages(toml("a.".repeat(63) + "a = 1"))).doesNotContain("nested");
        assertThat(found(json("{'a': " + "9".repeat(100_000) + "}"))).hasSize(1);
        assertThat(found(toml("a = " + "9".repeat(100_000)))).hasSize(1);
        assertThat(found(toml("a = 1e999999999999"))).hasSize(1);
    }

    @Test
    void wrongShapesAreErrorsWhereTheyStand() {
        assertThat(found(toml("tools = 1"))).containsExactly("policy.toml:1:9 config-syntax");
        assertThat(found(toml("tools.bash = 1"))).containsExactly("policy.toml:1:14 config-syntax");
        assertThat(found(toml("tools.bash.policy = 'ask'"))).containsExactly("policy.toml:1:21 config-syntax");
        assertThat(found(toml("tools.bash.policy.run = 1"))).containsExactly("policy.toml:1:25 config-syntax");
        assertThat(found(toml("tools.bash.policy.run = ['ask']"))).containsExactly("policy.toml:1:26 config-syntax");
        assertThat(found(toml("tools.bash.policy.requires = 'x'"))).containsExactly("policy.toml:1:30 config-syntax");
        assertThat(messages(toml("tools.bash.policy.requires = [{ tools = ['fs_modify_fil'] }]")))
                .isEqualTo("""
                    policy.toml:1:42: error: [toolpolicy/unknown-tool] no tool is named "fs_modify_fil"
                        tools.bash.policy.requires = [{ tools = ['fs_modify_fil'] }]
                                                                 ^
                      help: did you mean "fs_modify_file"?\
                    """);
        assertThat(found(toml("tools.\"\".policy.run = 'ask'"))).containsExactly("policy.toml:1:7 tool-name");
        assertThat(found(
                        toml("[tools.bash.policy]\nrun=[{arg='/command', const=2020-01-01, mode='ask'},{mode='ask'}]")))
                .containsExactly("policy.toml:2:29 config-syntax");
    }

    @Test
    void elsewhereAFileMayHoldOtherThings() {
        assertThat(found(toml("""
            extends = ["other.toml"]
            [providers.llm]
            run = 3
            [editor]
            mode = "edit"
            [[views]]
            mode = "edit"
            [tools.bash]
            enable = false
            summary = "Runs a command."
            access.fs = [{ path = "src", read = true }]
            options = { when = 2020-01-01 }
            style.parameters = "json"
            """))).isEmpty();
    }

    @Test
    void keysThatLookLikeAPolicyAreErrors() {
        assertThat(found(toml("[tools.bash.polcy]\nrun = 'deny'"))).containsExactly("policy.toml:1:13 unknown-key");
        assertThat(found(toml("[tools.bash]\nlimits = [{ calls = 3 }]")))
                .containsExactly("policy.toml:2:1 unknown-key");
        assertThat(found(toml("[tools.'b*']\noverrides = true"))).containsExactly("policy.toml:2:1 unknown-key");
        assertThat(found(toml("[tools.bash]\nrequires = ['fs_modify_file']")))
                .containsExactly("policy.toml:2:1 unknown-key");
        assertThat(found(toml("[tools.bash]\nlimits = [{ calls = 1 }]")))
                .containsExactly("policy.toml:2:1 unknown-key");
        assertThat(found(toml("[tools.'b*']\noverrides = true\npolicy.run = 'deny'")))
                .containsExactly("policy.toml:2:1 unknown-key");
        assertThat(found(toml("[tool.bash]\nrun = 'deny'"))).containsExactly("policy.toml:1:2 unknown-key");
        assertThat(found(toml("[ools.bash]\nrun = 'deny'\n[tools.bash]\nsummary = 'x'")))
                .containsExactly("policy.toml:1:2 unknown-key");
        assertThat(found(toml("[tools.bahs]\nrun = 'deny'"))).contains("policy.toml:1:8 unknown-tool");
        assertThat(messages(toml("[conversation.tools.bash]\nrun = 'deny'")))
                .contains("these tools are not where the configuration is read", "help: read it at \"/conversation\"");
    }

    @Test
    void rulesThatNoToolHasAreErrors() {
        String bash = "[tools.bash.policy]\nrun = 'allow'\n";
        for (String rules : List.of(
                "[bash.policy]\nrun = 'deny'",
                "[policy]\nrun = 'deny'",
                "[policy.bash]\nrun = 'deny'",
                "[policies.bash.policy]\nrun = [{ use = 'x' }, { mode = 'deny' }]",
                "[bash.policy]\nlimits = [{ calls = 1 }]",
                "[[policy.bash.requires]]\ntools = ['bash']",
                "[requires]\nbash = ['read']",
                "[tools.bash.policies]\nlimits = [{ calls = 1 }]",
                "[tools.bash.rules]\nrequires = [{ tools = ['bash'] }]",
                "[tools.bash]\nlimit = 1",
                "[tools.bash.limit]\ncalls = 1",
                "[[tools.bash.require]]\ntools = ['bash']",
                "[tools.bash]\nrnu = 'deny'",
                "[tools.bash]\nmode = 'deny'",
                "[[rules]]\ntool = 'bash'\nmode = 'deny'")) {
            assertThat(found(toml(bash + rules))).as(rules).hasSize(1).allMatch(each -> each.endsWith("unknown-key"));
        }
        assertThat(found(toml("run = 'deny'\n" + bash))).containsExactly("policy.toml:1:1 unknown-key");
        assertThat(found(toml("mode = 'deny'\n" + bash))).containsExactly("policy.toml:1:1 unknown-key");
        assertThat(messages(toml(bash + "[limits]\ncalls = 1")))
                .contains("a tool has no \"limits\" outside its policy", "help: move it into \"policy\"");
        assertThat(messages(toml("[tools.bash.rules]\nrun = 'deny'"))).isEqualTo("""
            policy.toml:1:13: error: [toolpolicy/unknown-key] the rules under "rules" have no effect
                [tools.bash.rules]
                            ^
              help: write them as "run" or "result" in [tools.NAME.policy], where NAME is the tool\
            """);
    }

    @Test
    void aKeyOfTheFileInASectionOfAToolIsAnError() {
        assertThat(messages(toml("[tools.bash]\nfloor = true\npolicy.run = 'deny'")))
                .isEqualTo("""
                    policy.toml:2:1: error: [toolpolicy/unknown-key] "floor" has no effect here
                        floor = true
                        ^
                      help: write it next to "tools", above all tables
                      note: in TOML, a key belongs to the table above it\
                    """);
        for (String key : List.of("floor = true", "accept = ['no-catch-all']", "results = { labels = [] }")) {
            assertThat(found(toml("[tools.bash.policy]\nrun = 'deny'\n" + key)))
                    .as(key)
                    .containsExactly("policy.toml:3:1 unknown-key");
        }
    }

    @Test
    void aFloorThatWouldBeNoneIsAnError() {
        String tools = "\ntools.bash.policy.run = 'deny'";
        assertThat(found(toml("[about]\nowner = 'crm'\nfloor = true\n[tools.bash.policy]\nrun = 'deny'")))
                .containsExactly("policy.toml:3:1 unknown-key");
        assertThat(found(toml("floor = true\n[mine]" + tools).at("/mine")))
                .containsExactly("policy.toml:1:1 unknown-key");
        assertThat(found(toml("[mine]\nfloor = true" + tools).at("/mine"))).isEmpty();
        assertThat(found(toml("[house]\nfloor = 3\n[tools.bash.policy]\nrun = 'deny'")))
                .isEmpty();
    }

    @Test
    void aRootIsWhereToolsAreLookedFor() {
        PolicyConfiguration layer =
                toml("[conversation.tools.bash.policy]\nrun = 'deny'").at("/conversation");
        assertThat(found(layer)).isEmpty();
        assertThat(ConfigurationTools.run(ConfigurationTools.configured(layer), "bash"))
                .isEqualTo(ConfigurationTools.always(Mode.DENY));
        assertThat(messages(toml("[conversation.tools.bash]\nrun = 'deny'").at("/conversatio")))
                .contains("there is no \"/conversatio\"", "there are \"conversation\"");
        assertThatThrownBy(() -> toml("").at("conversation")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void policiesOfUnknownToolsAreErrorsUnlessSaidOtherwise() {
        PolicyConfiguration layer = toml("[tools.bsh.policy]\nrun = 'deny'");
        assertThat(messages(layer)).isEqualTo("""
            policy.toml:1:8: error: [toolpolicy/unknown-tool] no tool is named "bsh"
                [tools.bsh.policy]
                       ^
              help: did you mean "bash"?
              note: for tools that come later, write external = true beside the list\
            """);
        assertThat(messages(toml("[tools.bsh.policy]\nexternal = true\nrun = 'deny'")))
                .isEmpty();
        assertThat(messages(layer.unknownTools(Severity.WARNING)))
                .startsWith("policy.toml:1:8: warning: [toolpolicy/unknown-tool] no tool is named \"bsh\"");
    }

    @Test
    void limitsAndRequirementsOfNoToolAreErrors() {
        assertThat(ConfigurationTools.messages(ConfigurationTools.toml("[[limits]]\ncalls = 3")))
                .contains("a tool has no \"limits\" outside its policy");
        assertThat(ConfigurationTools.messages(ConfigurationTools.toml("[[requires]]\ntools = [\"bash\"]")))
                .contains("a tool has no \"requires\" outside its policy");
        assertThat(ConfigurationTools.messages(ConfigurationTools.toml("limits = [1, 2]")))
                .isEmpty();
    }

    @Test
    void toolsWithoutRulesHaveOneWarning() {
        PolicyConfiguration catalog = toml("catalog = 'codex'\ntools.shell.policy.run = 'ask'");
        assertThat(PolicyEngine.builder().configuration(catalog).build().warnings())
                .extracting(PolicyProblem::toString)
                .singleElement()
                .asString()
                .startsWith("tools: [toolpolicy/no-catch-all] ")
                .contains("tools have no rules, so each of their calls will need approval: \"shell_command\", ")
                .doesNotContain("\"shell\"");
        PolicyConfiguration one = toml("tools.a.parameters.p = { type = 'path' }\n"
                + "tools.b.parameters.p = { type = 'path' }\n"
                + "tools.b.policy.run = 'ask'");
        assertThat(PolicyEngine.builder().configuration(one).build().warnings())
                .extracting(PolicyProblem::toString)
                .singleElement()
                .asString()
                .contains("tool \"a\", run", "every call will need approval, since there are no rules");
    }

    @Test
    void misspeltParametersAreErrors() {
        assertThat(messages(toml("tools.x.paramters.path = 'path'\ntools.x.parameters.path = 'path'")))
                .contains("a tool has no \"paramters\"", "did you mean \"parameters\"?");
        assertThat(messages(toml("tools.x.parameters.path = 'path'\ntools.x.parameter = 'of the host'")))
                .doesNotContain("a tool has no");
    }

    @Test
    void aFileForNoToolsSaysWhereToolsComeFrom() {
        PolicyConfiguration file = toml("tools.bash.policy.run = 'ask'");
        assertThat(ConfiguredCatalog.of(ToolCatalog.of(List.of()), List.of(file), PathReading.PLAIN)
                        .problems())
                .singleElement()
                .extracting(PolicyProblem::message)
                .asString()
                .contains(
                        "no tool is named \"bash\"",
                        "help: declare its parameters in this file, as in parameters = {}, name a catalog");
    }

    @Test
    void aMessageEndsWithThePageOfItsCode() {
        assertThat(ConfigurationTools.configured(toml("tools.bash.policy.run = 'aks'"))
                        .problems()
                        .get(0)
                        .message())
                .endsWith("  help: did you mean \"ask\"?\n  see: docs/reference/diagnostics/mode.md");
    }
}
