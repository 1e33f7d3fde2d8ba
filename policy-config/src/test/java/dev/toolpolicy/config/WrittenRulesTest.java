package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules with every member, in TOML and JSON, and the facts that a file declares. */
class WrittenRulesTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");

    private static RuleList run(PolicyConfiguration configuration, String tool) {
        return ConfigurationTools.configured(configuration)
                .tools()
                .find(tool)
                .orElseThrow()
                .run()
                .orElseThrow();
    }

    @Test
    void everyMemberIsReadFromToml() {
        PolicyConfiguration file = ConfigurationTools.toml("""
            [tools.fs_modify_file.policy]
            run = [
              { arg = "/path", glob = "**/*.PEM", ignore_case = true, mode = "deny", name = "keys", \
            reason = "keys stay where they are", examples = ["a/b.pem"], counterexamples = ["a/b.txt"] },
              { all = [ { arg = "/path", prefix = "src", pattern = "java$" }, \
            { arg = "/lines", minimum = 1, maximum = 9 } ], mode = "allow" },
              { arg = "/paths", prefix = "docs", match = "all", mode = "edit" },
              { mode = "ask" },
            ]

            [tools.bash.policy]
            run = [
              { arg = "/command", commands = ["git status", "git diff *"], mode = "allow" },
              { arg = "/command", host = ["docs.rs"], schemes = ["https"], ports = [443], mode = "edit" },
              { mode = "ask" },
            ]
            """);
        Argument.Numeric lines = Argument.Numeric.at("/lines");
        assertThat(run(file, "fs_modify_file").rules())
                .isEqualTo(List.of(
                        RuleSpec.when(PATH.glob("**/*.PEM").ignoringCase(), Mode.DENY)
                                .named("keys")
                                .because("keys stay where they are")
                                .withExamples(List.of(RuleSpec.Example.of("a/b.pem")))
                                .withCounterexamples(List.of(RuleSpec.Example.of("a/b.txt"))),
                        RuleSpec.whenAll(
                                List.of(
                                        PATH.prefix("src").and(PATH.pattern("java$")),
                                        lines.minimum(1).and(lines.maximum(9))),
                                Mode.ALLOW),
                        RuleSpec.when(Argument.Text.at("/paths").all().prefix("docs"), Mode.EDIT),
                        RuleSpec.otherwise(Mode.ASK)));
        Argument.Text command = Argument.Text.at("/command");
        assertThat(run(file, "bash").rules())
                .isEqualTo(List.of(
                        RuleSpec.when(command.commands("git status", "git diff *"), Mode.ALLOW),
                        RuleSpec.when(command.host(List.of("docs.rs"), List.of("https"), List.of(443)), Mode.EDIT),
                        RuleSpec.otherwise(Mode.ASK)));
    }

    @Test
    void elementsAreReadFromJson() {
        PolicyConfiguration file = ConfigurationTools.json("""
            {'tools': {'edit': {
              'parameters': {'edits': {'type': 'array', 'required': true, 'items': {'type': 'object', 'properties': {
                'path': {'type': 'path', 'required': true}, 'op': {'type': 'string'}}}}},
              'policy': {'run': [
                {'each': '/edits', 'match': 'all', 'mode': 'allow', 'all': [
                  {'arg': '/path', 'prefix': 'src'}, {'arg': '/op', 'enum': ['read', 'write']}]},
                {'mode': 'ask'}]}}}}\
            """);
        assertThat(run(file, "edit").rules().get(0))
                .isEqualTo(RuleSpec.whenEach(
                        RuleSpec.Each.of("/edits").match(Match.ALL),
                        List.of(PATH.prefix("src"), Argument.Text.at("/op").oneOf("read", "write")),
                        Mode.ALLOW));
    }

    @Test
    void aProblemInAConditionHasItsPlace() {
        PolicyConfiguration file = ConfigurationTools.toml("""
            [tools.fs_modify_file.policy]
            run = [
              { all = [ { arg = "/path", prefix = "src" }, { arg = "/lines", prefix = "1" } ], mode = "ask" },
            ]
            """);
        assertThat(ConfigurationTools.messages(file)).isEqualTo("""
            policy.toml:3:75: error: [toolpolicy/matcher-type] "prefix" doesn't fit "/lines", which is an integer
                arg = "/path", prefix = "src" }, { arg = "/lines", prefix = "1" } ], mode = "ask" },
                                                                            ^
              help: an integer is matched with "const", "enum", "minimum", "maximum", "exclusive_minimum" or \
            "exclusive_maximum"\
            """);
        assertThat(ConfigurationTools.configured(file).problems().get(0).subject())
                .isEqualTo("/tools/fs_modify_file/policy/run/0/all/1/prefix");
    }

    @Test
    void factsAreDeclared() {
        PolicyConfiguration file = ConfigurationTools.toml("""
            [facts]
            role = { type = "string", enum = ["intern", "admin"], required = true }
            known_payees = { type = "array", items = { type = "string" } }
            """);
        assertThat(ConfigurationTools.messages(file)).isEmpty();
        assertThat(Layer.of(file).facts().flatMap(LayerPart::value))
                .contains(ToolSchema.of(
                        Parameter.required("role", ParameterType.string("intern", "admin")),
                        Parameter.optional("known_payees", ParameterType.arrayOf(ParameterType.string()))));
    }

    @Test
    void aWrongDeclarationOfFactsHasItsPlace() {
        PolicyConfiguration file = ConfigurationTools.toml("""
            [facts]
            role = { type = "text" }
            """);
        assertThat(ConfigurationTools.messages(file)).isEqualTo("""
            policy.toml:2:17: error: [toolpolicy/unsupported-type] there is no type "text"
                role = { type = "text" }
                                ^
              note: types are "string", "path", "integer", "number", "boolean", "array", "object", "any"\
            """);
        assertThat(Layer.of(file).facts().flatMap(LayerPart::value)).isEmpty();
    }

    @Test
    void rulesLookAtTheFactsOfAnyFile() {
        PolicyConfiguration facts = ConfigurationTools.toml("facts.toml", """
            [facts]
            role = { type = "string", enum = ["intern", "admin"], required = true }
            """);
        PolicyConfiguration rules = ConfigurationTools.toml("""
            [tools.bash.policy]
            run = [
              { fact = "/role", const = "intern", mode = "deny" },
              { fact = "/rle", const = "admin", mode = "ask" },
            ]
            """);
        assertThat(ConfigurationTools.messages(rules, facts)).isEqualTo("""
            policy.toml:4:12: error: [toolpolicy/unknown-pointer] there is no fact "/rle"
                { fact = "/rle", const = "admin", mode = "ask" },
                         ^
              help: did you mean "/role"?\
            """);
    }

    @Test
    void declarationsOfOneFactAgree() {
        PolicyConfiguration first = ConfigurationTools.toml("first.toml", """
            [facts]
            role = { type = "string", enum = ["intern", "admin"], required = true }
            """);
        PolicyConfiguration second = ConfigurationTools.toml("second.toml", """
            [facts]
            role = { type = "string", required = true }
            """);
        assertThat(ConfigurationTools.messages(first, first)).isEmpty();
        assertThat(ConfigurationTools.messages(first, second)).isEqualTo("""
            second.toml:1:1: error: [toolpolicy/fact-conflict] the fact "role" is declared as a string and elsewhere \
            as a string of "intern", "admin"
                [facts]
                ^
              help: declare it once, or alike\
            """);
    }
}
