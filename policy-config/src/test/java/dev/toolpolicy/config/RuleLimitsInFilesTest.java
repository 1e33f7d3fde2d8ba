package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.messages;
import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of one rule's calls, as policy files write them. */
class RuleLimitsInFilesTest {
    private static final String RULES = """
        [tools.bash.policy]
        run = [
          { arg = "/command", enum = ["ls", "pwd"], mode = "allow", name = "looks" },
          { mode = "ask", name = "others" },
        ]
        """;

    private static PolicyEngine engine(String... files) {
        PolicyConfiguration[] layers =
                List.of(files).stream().map(ConfigurationTools::toml).toArray(PolicyConfiguration[]::new);
        return PolicyEngine.builder()
                .tools(ConfigurationTools.TOOLS)
                .configuration(layers)
                .build();
    }

    /** Returns the changes of limits from one file to another. */
    private static List<String> changes(String before, String after) {
        return engine(before).reload(toml(after)).changes().stream()
                .filter(change -> change.subject().equals("limits"))
                .map(change -> (change.mayLoosen() ? "looser: " : "not looser: ") + change.text())
                .toList();
    }

    @Test
    void aRuleThatTheListLacksIsReportedAtItsPlace() {
        assertThat(messages(toml(RULES + "limits = [{ calls = 3 }, { calls = 1, rule = \"other\" }]")))
                .isEqualTo("""
                    policy.toml:6:46: error: [toolpolicy/unknown-rule] no rule of the run list is named "other"
                        limits = [{ calls = 3 }, { calls = 1, rule = "other" }]
                                                                     ^
                      help: did you mean "others"?\
                    """);
        assertThat(messages(toml(RULES + "limits = [{ calls = 1, rule = 2 }]")))
                .contains("policy.toml:6:31: error: [toolpolicy/config-syntax] \"rule\" is the name of a rule, not 2");
        assertThat(messages(toml(RULES + "limits = [{ calls = 1, rule = \"others\" }]")))
                .isEmpty();
    }

    @Test
    void aLimitOfARuleThatDeniesCountsNothing() {
        String list = "[tools.bash.policy]\n"
            + "run = [{ name = \"no\", arg = \"/command\", const = \"rm\", mode = \"deny\" }, { mode = \"ask\" }]\n";
        assertThat(messages(toml(list + "limits = [{ calls = 3, rule = \"no\" }]")))
                .isEqualTo("""
                    policy.toml:3:31: warning: [toolpolicy/unknown-rule] rule "no" denies its calls, so the limit counts nothing
                        limits = [{ calls = 3, rule = "no" }]
                                                      ^
                      help: delete the limit\
                    """);
        assertThat(messages(toml(list.replace("\"deny\"", "\"edit\"") + "limits = [{ calls = 3, rule = \"no\" }]")))
                .isEmpty();
    }

    /** TOML has numbers that aren't any. */
    @Test
    void aTotalWithoutAnEndIsNoLimit() {
        for (String total : List.of("nan", "inf", "-inf", "-1")) {
            assertThat(messages(toml(RULES + "limits = [{ total = " + total + ", of = \"/command\" }]")))
                    .contains("error: [toolpolicy/config-syntax] \"total\" is a number that isn't negative, not ");
        }
    }

    @Test
    void aRuleOfAFloorCountsTooAndOneOfAReplacedListNoLonger() {
        String floor = "floor = true\n[tools.\"*\".policy]\n"
                + "run = [{ arg = \"/command\", prefix = \"rm\", mode = \"ask\", name = \"removes\" }]";
        String limits = "[tools.bash.policy]\nlimits = [{ calls = 3, rule = \"removes\" }]";
        assertThat(messages(toml("floor.toml", floor), toml(RULES), toml("more.toml", limits)))
                .doesNotContain("unknown-rule");
        String replaced = "[tools.bash.policy]\nrun = \"ask\"";
        assertThat(messages(toml("first.toml", RULES + "limits = [{ calls = 3, rule = \"looks\" }]"), toml(replaced)))
                .contains("first.toml:6:31: error: [toolpolicy/unknown-rule]")
                .contains("note: give the rule a name");
    }

    /** The rule that a tool's own limit counts may be gone with its list. Such a problem has no place in a file. */
    @Test
    void aLimitOfCodeIsReportedBesideTheProblemsOfFiles() {
        CallLimit limit = CallLimit.calls(3).rule("looks");
        assertThatThrownBy(() -> PolicyEngine.builder()
                        .tools(ToolCatalog.of(List.of(ConfigurationTools.BASH.withLimits(limit, limit.rule("others")))))
                        .configuration(
                                toml("[tools.bash.policy]\nrun = [{ arg = \"/command\", const = 1, mode = \"ask\" }]"))
                        .build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContainingAll(
                        "policy.toml:2:36: error: [toolpolicy/value-type]",
                        "tool \"bash\", limits: [toolpolicy/unknown-rule]");
    }

    /** An error that doesn't stop the engine, such as a dead rule that only warns, hides no limit that counts nothing. */
    @Test
    void anEngineWithADeadRuleStillChecksItsLimits() {
        String dead = RULES.replace(
                "  { mode = \"ask\"", "  { arg = \"/command\", const = \"ls\", mode = \"ask\" },\n  { mode = \"ask\"");
        assertThatThrownBy(() -> PolicyEngine.builder()
                        .tools(ConfigurationTools.TOOLS)
                        .unreachableRules(Severity.WARNING)
                        .configuration(toml(dead + "limits = [{ calls = 1, rule = \"other\" }]"))
                        .build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("unknown-rule");
    }

    @Test
    void underAPatternOneToolMustHaveTheRule() {
        String shared = "[tools.\"*\".policy]\nlimits = [{ calls = 3, rule = \"looks\" }]";
        assertThat(messages(toml(RULES), toml("shared.toml", shared))).doesNotContain("unknown-rule");
        assertThat(messages(toml("shared.toml", shared)))
                .contains("shared.toml:2:31: error: [toolpolicy/unknown-rule]");
    }

    @Test
    void aLimitByAFactNeedsATimeAndADeclaredFact() {
        String facts =
                "[facts]\nuser = { type = \"string\" }\nteams = { type = \"array\", items = { type = \"string\" } }\n";
        String limits = "[tools.bash.policy]\nrun = \"ask\"\nlimits = ";
        assertThat(messages(toml(facts + limits + "[{ calls = 3, per = \"1d\", by = \"/user\" }]")))
                .isEmpty();
        assertThat(messages(toml(facts + limits + "[{ calls = 3, per = \"1d\", by = \"/teams\" }]")))
                .contains("policy.toml:6:41: error: [toolpolicy/unknown-pointer] a limit counts by a declared fact that"
                        + " is a text, a number or a boolean, and \"/teams\" is none");
        assertThat(messages(toml(limits + "[{ calls = 3, per = \"1d\", by = \"/user\" }]")))
                .contains("[toolpolicy/unknown-pointer]");
        assertThat(messages(
                        toml(facts + limits.replace("bash", "\"later_*\"").replace("run = \"ask\"", "external = true")
                                + "[{ calls = 3, per = \"1d\", by = \"/usr\", rule = \"its\" }]")))
                .as("no tool fits yet")
                .contains("[toolpolicy/unknown-pointer]")
                .doesNotContain("unknown-rule");
        for (String wrong : List.of(
                "[{ calls = 3, by = \"/user\" }]",
                "[{ failures = 3, per = \"1d\", by = \"/user\" }]",
                "[{ calls = 10001, per = \"1d\", by = \"/user\" }]",
                "[{ calls = 3, per = \"1d\", by = \"user\" }]",
                "[{ calls = 3, per = \"1d\", single_node = true }]",
                "[{ calls = 3, per = \"1d\", by = \"/user\", single_node = 1 }]")) {
            assertThat(messages(toml(facts + limits + wrong))).as(wrong).contains("[toolpolicy/config-syntax]");
        }
        assertThat(changes(
                        facts + limits + "[{ calls = 3, per = \"1d\", by = \"/user\", single_node = true }]",
                        facts + limits + "[{ calls = 3, per = \"1d\" }]"))
                .containsExactly(
                        "looser: no longer at most 3 calls in PT24H for the same /user; now also at most 3 calls in"
                                + " PT24H");
    }

    @Test
    void aChangedRuleMayLoosenItsLimit() {
        String limit = "limits = [{ calls = 3, rule = \"others\" }]";
        assertThat(changes(RULES + limit, RULES + "limits = [{ calls = 4, rule = \"others\" }]"))
                .containsExactly(
                        "looser: at most 4 calls under rule others in place of at most 3 calls under rule others"
                                + " (looser)");
        assertThat(changes(RULES + limit, RULES + "limits = [{ calls = 3 }]"))
                .containsExactly("looser: no longer at most 3 calls under rule others; now also at most 3 calls");
        assertThat(changes(RULES + "limits = [{ calls = 3 }]", RULES + limit))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("looser: ");
        assertThat(changes(RULES + limit, RULES + limit)).isEmpty();
        assertThat(changes(RULES + limit, RULES.replace("[\"ls\", \"pwd\"]", "[\"ls\"]") + limit))
                .containsExactly("looser: the rules change whose calls they count");
    }
}
