package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The smallest bad example of each code about conditions, names and examples: place, text and number of messages. */
class ConditionMessagesTest {
    private static final ToolSchema TOOL = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("text", ParameterType.string()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("level", ParameterType.string("low", "high")),
            Parameter.optional("argv", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional(
                    "edits",
                    ParameterType.arrayOf(ParameterType.objectOf(
                            Parameter.required("path", ParameterType.path()),
                            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string()))))));
    private static final ToolSchema FACTS = ToolSchema.of(
            Parameter.required("role", ParameterType.string("intern", "admin")),
            Parameter.optional("known", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("limits", ParameterType.arrayOf(ParameterType.number())));

    private static String typed(String... rules) {
        RuleScope scope = new RuleScope(TOOL, FACTS, PathReading.PLAIN);
        return WrittenRules.print(RuleListReader.read(scope, WrittenRules.drafts(rules), ValueSyntax.TYPED));
    }

    private static String errors(String... rules) {
        return pointers(Diagnostic::isError, rules);
    }

    private static String pointers(String... rules) {
        return pointers(each -> true, rules);
    }

    private static String pointers(Predicate<Diagnostic> shown, String... rules) {
        RuleScope scope = new RuleScope(TOOL, FACTS, PathReading.PLAIN);
        return RuleListReader.read(scope, WrittenRules.drafts(rules), ValueSyntax.TYPED).diagnostics().stream()
                .filter(shown)
                .map(each -> each.pointer() + " " + each.code())
                .toList()
                .toString();
    }

    @Test
    void rightRulesHaveNoErrors() {
        assertThat(errors(
                        "{'arg': '/count', 'minimum': 1, 'maximum': 9, 'mode': 'ask'}",
                        "{'all': [{'arg': '/text', 'prefix': 'a', 'ignore_case': true}, {'fact': '/role', 'const': "
                                + "'admin'}], 'mode': 'deny', 'name': 'a-1', 'reason': 'so'}",
                        "{'each': '/edits', 'all': [{'arg': '/path', 'glob': 'src/**'}, {'arg': '/tags', 'const': 'x', "
                                + "'match': 'all'}], 'match': 'all', 'mode': 'deny'}",
                        "{'arg': '/text', 'host': ['docs.rs', '*.rs'], 'schemes': ['https'], 'ports': [443, 8443],"
                                + " 'mode': 'edit'}",
                        "{'arg': '/argv', 'commands': ['rm *'], 'mode': 'deny'}",
                        "{'arg': '/argv', 'commands': ['git *'], 'lines': true, 'mode': 'deny'}",
                        "{'arg': '/text', 'in_fact': '/known', 'mode': 'deny'}",
                        "{'arg': '/count', 'in_fact': '/limits', 'mode': 'deny'}",
                        ASK))
                .isEqualTo("[]");
    }

    @Test
    void aRuleHasAllOrACondition() {
        assertThat(typed("{'all': [{'arg': '/count', 'const': 1}], 'fact': '/role', 'const': 'admin', 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.fact
                    [toolpolicy/condition-twice] rule 1 has "all" and "fact" beside it
                    help: move the condition into "all"
                    """);
        assertThat(errors("{'each': '/edits', 'arg': '/path', 'prefix': 'x', 'mode': 'ask'}"))
                .isEqualTo("[/0/arg condition-twice]");
        assertThat(errors("{'all': [{'arg': '/count', 'const': 1}], 'ignore_case': true, 'mode': 'ask'}"))
                .isEqualTo("[/0/ignore_case condition-twice]");
    }

    @Test
    void conditionsStandInOneList() {
        assertThat(errors("{'all': [], 'mode': 'ask'}")).isEqualTo("[/0/all condition-empty]");
        assertThat(errors("{'each': '/edits', 'mode': 'ask'}")).isEqualTo("[/0/each condition-empty]");
        assertThat(typed("{'all': {'arg': '/count', 'const': 1}, 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.all
                    [toolpolicy/condition-empty] "all" takes a list of conditions, not {"arg":"/count","const":1}
                    help: write [{"arg":"/count","const":1}]
                    """);
        assertThat(errors("{'all': ['/count'], 'mode': 'ask'}")).isEqualTo("[/0/all/0 condition-empty]");
        assertThat(errors("{'all': [{'all': []}], 'mode': 'ask'}")).isEqualTo("[/0/all/0/all condition-nested]");
        assertThat(errors("{'all': [{'each': '/edits'}], 'mode': 'ask'}"))
                .isEqualTo("[/0/all/0/each condition-nested]");
        assertThat(errors("{'each': '/edits', 'all': [{'fact': '/role', 'const': 'admin'}], 'mode': 'ask'}"))
                .isEqualTo("[/0/all/0/fact condition-nested]");
    }

    @Test
    void problemsInAConditionHaveItsPlaceAndComeInOrder() {
        assertThat(errors("{'all': [{'arg': '/count', 'minimum': 1}, {'arg': '/nope', 'const': 1}, {'arg': '/path'}],"
                        + " 'mode': 'ask'}"))
                .isEqualTo("[/0/all/1/arg unknown-pointer]");
        assertThat(errors("{'all': [{'arg': '/path'}, {'arg': '/nope', 'const': 1}], 'mode': 'ask'}"))
                .isEqualTo("[/0/all/0 matcher-count]");
        assertThat(errors("{'all': [{'arg': '/level', 'enum': ['low', 'mid']}], 'mode': 'ask'}"))
                .isEqualTo("[/0/all/0/enum/1 value-not-allowed]");
        assertThat(typed("{'all': [{'arg': '/count', 'const': 1, 'mode': 'ask'}], 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.mode
                    [toolpolicy/unknown-member] "mode" stands in a condition, but belongs to the rule
                    help: move it beside "all"
                    """);
        assertThat(typed("{'all': [{'arg': '/count', 'maxium': 1}], 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.maxium
                    [toolpolicy/unknown-member] condition 1 of rule 1 has the unknown member "maxium"
                    help: did you mean "maximum"?
                    """);
    }

    @Test
    void theOnlyConditionOfAllIsAPlaceToo() {
        assertThat(errors("{'all': [{'label': 'x'}], 'mode': 'allow'}")).isEqualTo("[/0/all/0/label label-allows]");
        assertThat(errors("{'all': [{'arg': '/text', 'const': 'x', 'or_absent': true}], 'mode': 'ask'}"))
                .isEqualTo("[/0/all/0/or_absent matcher-option]");
        assertThat(pointers(
                        "{'all': [{'arg': '/text', 'pattern': 'x'}], 'mode': 'allow'}",
                        "{'arg': '/text', 'pattern': 'y', 'mode': 'allow'}",
                        ASK))
                .isEqualTo("[/0/all/0/pattern pattern-not-anchored, /1/pattern pattern-not-anchored]");
    }

    /** A value that differs from each allowed one by Unicode's folding would match nothing. */
    @Test
    void caseOfAllowedValuesIsFoldedAsByTheMatcher() {
        assertThat(errors("{'arg': '/level', 'const': 'HIGH', 'ignore_case': true, 'mode': 'ask'}"))
                .isEqualTo("[]");
        assertThat(errors("{'arg': '/level', 'const': 'h\u0130gh', 'ignore_case': true, 'mode': 'ask'}"))
                .isEqualTo("[/0/const value-not-allowed]");
    }

    @Test
    void eachNeedsAnArrayOfObjects() {
        assertThat(typed("{'each': '/argv', 'all': [{'arg': '/x', 'const': 1}], 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.each
                    [toolpolicy/each-array] "each" needs an array of objects, not "/argv", whose elements are strings
                    help: write arg = "/argv" with a matcher, and "match" for how many elements must match
                    """);
        assertThat(errors("{'each': '/count', 'all': [{'arg': '/x', 'const': 1}], 'mode': 'ask'}"))
                .isEqualTo("[/0/each each-array]");
        assertThat(errors("{'each': '/edits/path', 'all': [{'arg': '/x', 'const': 1}], 'mode': 'ask'}"))
                .isEqualTo("[/0/each each-array]");
        assertThat(typed("{'each': '/edits', 'all': [{'arg': '/edits/path', 'prefix': 'x'}], 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.arg
                    [toolpolicy/unknown-pointer] there is no "/edits/path" in an element of "/edits"
                    help: did you mean "/path"?
                    """);
    }

    @Test
    void factsAreDeclared() {
        assertThat(typed("{'fact': '/rle', 'const': 'admin', 'mode': 'ask'}")).isEqualTo("""
            ERROR 0.fact
            [toolpolicy/unknown-pointer] there is no fact "/rle"
            help: did you mean "/role"?
            """);
        assertThat(WrittenRules.typed("{'fact': '/role', 'const': 'admin', 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.fact
                    [toolpolicy/unknown-pointer] there is no fact "/role"
                    note: no facts are declared
                    """);
        assertThat(typed("{'arg': '/text', 'in_fact': '/role', 'mode': 'ask'}")).isEqualTo("""
            ERROR 0.in_fact
            [toolpolicy/fact-type] "in_fact" needs a fact that is an array of strings, not "/role", which is a \
            string
            """);
        assertThat(errors("{'arg': '/path', 'in_fact': '/known', 'mode': 'ask'}"))
                .isEqualTo("[/0/in_fact fact-type]");
        assertThat(errors("{'arg': '/text', 'in_fact': '/knwn', 'mode': 'ask'}"))
                .isEqualTo("[/0/in_fact unknown-pointer]");
    }

    @Test
    void settingsStandBesideTheirMatcher() {
        assertThat(typed("{'arg': '/count', 'minimum': 1, 'ignore_case': true, 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.ignore_case
                    [toolpolicy/matcher-option] "ignore_case" is for strings and paths, not for "/count", which is an \
                    integer
                    help: drop "ignore_case"
                    """);
        assertThat(errors("{'arg': '/text', 'prefix': 'x', 'ports': [1], 'mode': 'ask'}"))
                .isEqualTo("[/0/ports matcher-option]");
        assertThat(errors("{'arg': '/text', 'commands': ['rm *'], 'lines': true, 'mode': 'ask'}"))
                .isEqualTo("[/0/lines matcher-option]");
        assertThat(errors("{'arg': '/text', 'host': ['a.b'], 'ignore_case': true, 'mode': 'ask'}"))
                .isEqualTo("[/0/ignore_case matcher-option]");
        assertThat(errors("{'arg': '/text', 'prefix': 'x', 'ignore_case': 'yes', 'mode': 'ask'}"))
                .isEqualTo("[/0/ignore_case value-type]");
    }

    @Test
    void hostsSchemesAndPortsAreValid() {
        assertThat(errors("{'arg': '/text', 'host': ['a.b'], 'schemes': ['ftp'], 'mode': 'ask'}"))
                .isEqualTo("[/0/schemes/0 value-type]");
        assertThat(errors("{'arg': '/text', 'host': ['a.b'], 'schemes': [], 'mode': 'ask'}"))
                .isEqualTo("[/0/schemes empty-enum]");
        assertThat(errors("{'arg': '/text', 'host': ['a.b'], 'ports': [443, 65536], 'mode': 'ask'}"))
                .isEqualTo("[/0/ports/1 value-type]");
        assertThat(errors("{'arg': '/text', 'host': ['a.b'], 'ports': [4.5], 'mode': 'ask'}"))
                .isEqualTo("[/0/ports/0 value-type]");
        assertThat(errors("{'arg': '/text', 'host': ['a.b', 'a..b'], 'mode': 'ask'}"))
                .isEqualTo("[/0/host/1 host-syntax]");
        assertThat(errors("{'arg': '/text', 'host': 'a.b', 'mode': 'ask'}")).isEqualTo("[/0/host value-type]");
        assertThat(errors("{'arg': '/text', 'host': [], 'mode': 'ask'}")).isEqualTo("[/0/host empty-enum]");
    }

    @Test
    void commandsCountAllOfALine() {
        assertThat(errors("{'arg': '/text', 'commands': ['ls *'], 'match': 'any', 'mode': 'allow'}"))
                .isEqualTo("[/0/match match-unsafe]");
        assertThat(errors("{'arg': '/text', 'commands': ['ls *', 'rm **'], 'mode': 'deny'}"))
                .isEqualTo("[/0/commands/1 command-syntax]");
        assertThat(errors("{'arg': '/path', 'commands': ['ls *'], 'mode': 'deny'}"))
                .isEqualTo("[/0/commands matcher-type]");
    }

    @Test
    void oneVectorOfWordsIsReadAsItsCommand() {
        assertThat(errors(
                        "{'arg': '/argv', 'const': ['git', 'status'], 'commands': ['git *'], 'mode': 'deny'}",
                        "{'arg': '/argv', 'const': ['git', 'status'], 'commands': ['rm *'], 'mode': 'deny'}",
                        ASK))
                .isEqualTo("[/1 unreachable-rule]");
    }

    @Test
    void theHomeOfOthersIsNoPath() {
        assertThat(typed("{'arg': '/path', 'prefix': '~root/x', 'mode': 'ask'}"))
                .isEqualTo("""
                    ERROR 0.prefix
                    [toolpolicy/value-type] "~root/x" is not a value of "/path", which is a path
                    help: write "./~root/x" for a file of that name
                    note: "~/" is the home directory, and rules don't know those of other users
                    """);
        assertThat(errors("{'arg': '/path', 'glob': '~root/x', 'mode': 'ask'}")).isEqualTo("[/0/glob glob-syntax]");
        assertThat(errors("{'arg': '/path', 'prefix': '~/x', 'mode': 'ask'}")).isEqualTo("[]");
    }

    @Test
    void namesAreUniqueAndReasonsAreOneLine() {
        assertThat(errors("{'mode': 'ask', 'name': 'A'}")).isEqualTo("[/0/name rule-name]");
        assertThat(errors("{'mode': 'ask', 'name': '-a'}")).isEqualTo("[/0/name rule-name]");
        assertThat(errors("{'mode': 'ask', 'name': ''}")).isEqualTo("[/0/name rule-name]");
        assertThat(errors("{'mode': 'ask', 'name': 1}")).isEqualTo("[/0/name rule-name]");
        assertThat(errors("{'mode': 'ask', 'reason': 'a\\nb'}")).isEqualTo("[/0/reason value-type]");
        assertThat(typed("{'arg': '/count', 'const': 1, 'mode': 'ask', 'name': 'a'}", "{'mode': 'ask', 'name': 'a'}"))
                .isEqualTo("""
                    ERROR 1.name
                    [toolpolicy/rule-name] rule 2 has the name "a", which rule 1 has already
                    0: [toolpolicy/rule-name] this is rule 1
                    """);
    }

    @Test
    void examplesAreDecidedByTheirRule() {
        assertThat(typed(
                        "{'arg': '/path', 'glob': '**/*.pem', 'mode': 'deny'}",
                        "{'arg': '/path', 'prefix': 'src', 'mode': 'edit', 'examples': ['src/a', 'src/a.pem']}",
                        ASK))
                .isEqualTo("""
                    ERROR 1.examples[1]
                    [toolpolicy/example-not-decided] rule 2 doesn't decide its example "src/a.pem": rule 1 does, with \
                    mode deny
                    note: rules are tried top to bottom and the first match decides
                    0: [toolpolicy/example-not-decided] this is rule 1
                    """);
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'mode': 'edit', 'examples': ['lib']}", ASK))
                .contains("rule 1 doesn't decide its example \"lib\": rule 2 does, with mode ask")
                .contains("note: its condition /path prefix \"src\" doesn't hold for it");
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'mode': 'edit', 'counterexamples': ['lib', 'src/../src']}"))
                .contains("ERROR 0.counterexamples[1]")
                .contains("rule 1 decides its counterexample \"src/../src\"");
        assertThat(typed(
                        "{'fact': '/role', 'const': 'intern', 'mode': 'deny'}",
                        "{'arg': '/path', 'const': 'a', 'mode': 'allow', 'examples': ['a']}",
                        ASK))
                .contains("rule 2 doesn't decide its example \"a\": rule 1 can't be answered for it, so it needs"
                        + " approval")
                .contains("note: a call is not allowed where a stricter rule above can't be answered");
    }

    @Test
    void examplesAreCalls() {
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'mode': 'edit', 'examples': [{'pth': 'src'}]}", ASK))
                .contains("is not a call: the tool has no parameter \"pth\"");
        assertThat(typed("{'all': [{'arg': '/path', 'prefix': 'src'}, {'arg': '/count', 'const': 1}], 'mode': 'edit',"
                        + " 'examples': ['src']}"))
                .contains("is not a call: a text is the value of the rule's one argument, and this rule tests several");
        assertThat(typed("{'arg': '/count', 'minimum': 1, 'mode': 'edit', 'examples': ['1', '2.5']}"))
                .contains("ERROR 0.examples[1]")
                .contains("is not a call: it is not an integer");
        assertThat(errors("{'mode': 'ask', 'examples': [3]}")).isEqualTo("[/0/examples/0 value-type]");
        assertThat(errors("{'fact': '/role', 'const': 'admin', 'mode': 'ask', 'examples':"
                        + " [{'arguments': {}, 'facts': {'rle': 'admin'}}]}"))
                .isEqualTo("[/0/examples/0 example-not-decided]");
        assertThat(errors(
                        "{'fact': '/role', 'const': 'admin', 'mode': 'ask', 'examples':"
                                + " [{'arguments': {'path': 'a'}, 'facts': {'role': 'admin', 'known': null}}],"
                                + " 'counterexamples': [{'path': 'a'}, {'facts': {'role': 'intern'}}]}",
                        "{'each': '/edits', 'all': [{'arg': '/path', 'const': 'a'}], 'mode': 'deny',"
                                + " 'examples': ['a', {'path': 'x', 'edits': [{'path': 'b'}, {'path': './a'}]}]}",
                        ASK))
                .isEqualTo("[]");
    }

    @Test
    void whatPeopleTypeFirstIsNamed() {
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'allow': true}")).contains("help: write mode = \"allow\"");
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'deny': true}")).contains("help: write mode = \"deny\"");
        assertThat(typed("{'arg': '/path', 'prefix': 'src', 'mode': 'block'}")).contains("did you mean \"deny\"?");
        assertThat(hint("oneOf")).contains("did you mean \"enum\"?");
        assertThat(hint("one_of")).contains("did you mean \"enum\"?");
        assertThat(hint("equals")).contains("did you mean \"const\"?");
        assertThat(hint("regex")).contains("did you mean \"pattern\"?");
        assertThat(hint("startsWith")).contains("did you mean \"prefix\"?");
        assertThat(hint("ignoreCase")).contains("did you mean \"ignore_case\"?");
        assertThat(hint("when")).contains("did you mean \"all\"?");
        assertThat(hint("not")).contains("put a rule for the exception above this one");
        assertThat(hint("endsWith")).contains("write a \"glob\"");
        assertThat(typed("{'arg': '/path', 'pattern': 'src/**', 'mode': 'ask'}"))
                .contains("did you mean a glob?");
        assertThat(typed("{'arg': '/path', 'pattern': '^(?!x)', 'mode': 'ask'}"))
                .contains("put a rule for what must not match above this one");
        assertThat(typed("{'arg': '/count', 'const': '3', 'mode': 'ask'}")).contains("help: write 3 without quotes");
        assertThat(typed("{'arg': '/count', 'maximum': '3', 'mode': 'ask'}")).contains("help: write maximum = 3");
        assertThat(typed("{'arg': '/path', 'prefix': 'src/**', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    WARNING 0.prefix
                    [toolpolicy/glob-syntax] "prefix" of rule 1 takes "*" as plain text
                    help: write glob = "src/**"
                    """);
    }

    private static String hint(String member) {
        return typed("{'arg': '/path', '" + member + "': 'x', 'mode': 'ask'}");
    }
}
