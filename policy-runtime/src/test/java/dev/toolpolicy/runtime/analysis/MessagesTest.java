package dev.toolpolicy.runtime.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The smallest bad example of each code: place, whole text and number of its messages. */
class MessagesTest {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.optional("count", ParameterType.integer()),
            Parameter.optional("content", ParameterType.string()),
            Parameter.optional("level", new ParameterType.StringType(List.of("low", "high"))),
            Parameter.required("force", ParameterType.bool()),
            Parameter.optional(
                    "options",
                    ParameterType.objectOf(
                            Parameter.optional("name", ParameterType.string()),
                            Parameter.optional("a/b", ParameterType.any()))),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional(
                    "edits",
                    ParameterType.arrayOf(
                            ParameterType.objectOf(Parameter.optional("text", ParameterType.string())))));
    private static final String ASK = "{'mode': 'ask'}";

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }

    private static List<RuleDraft> drafts(String... rules) {
        List<RuleDraft> drafts = new ArrayList<>();
        for (String rule : rules) {
            Map<String, JsonNode> members = new LinkedHashMap<>();
            json(rule).properties().forEach(member -> members.put(member.getKey(), member.getValue()));
            drafts.add(new RuleDraft(members));
        }
        return drafts;
    }

    /** Every diagnostic with its place, as {@code severity rule.member[element]}, then its text, then second places. */
    private static String print(CheckedRules checked) {
        return checked.diagnostics().stream().map(MessagesTest::print).collect(Collectors.joining());
    }

    private static String print(Diagnostic problem) {
        String member = problem.member().map(name -> "." + Words.ascii(name)).orElse("");
        String element = problem.element() < 0 ? "" : "[" + problem.element() + "]";
        StringBuilder text = new StringBuilder(problem.severity() + " " + problem.rule() + member + element + "\n");
        text.append(problem.message());
        problem.related().forEach(place ->
                text.append("\n").append(place.rule()).append(": ").append(problem.message(place)));
        return text.append("\n").toString();
    }

    private static String typed(String... rules) {
        return print(RuleListCheck.check(SCHEMA, drafts(rules), ValueSyntax.TYPED));
    }

    private static String moving(String... rules) {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("from", ParameterType.path()),
                Parameter.optional("content", ParameterType.string()).asLarge(),
                Parameter.required("to", ParameterType.path()),
                Parameter.optional("times", new ParameterType.IntegerType(BigInteger.ONE, BigInteger.TEN)));
        return print(RuleListCheck.check(schema, drafts(rules), ValueSyntax.TYPED));
    }

    private static String text(String... rules) {
        return print(RuleListCheck.check(SCHEMA, drafts(rules), ValueSyntax.TEXT));
    }

    @Test
    void unknownMember() {
        assertThat(typed("{'mode': 'ask', 'prefx': 'src/'}"))
                .isEqualTo("""
                        ERROR 0.prefx
                        [toolpolicy/unknown-member] rule 1 has the unknown member "prefx"
                        help: did you mean "prefix"?
                        """);
        assertThat(typed("{'mode': 'ask', 'colour': 'red'}"))
                .isEqualTo("""
                        ERROR 0.colour
                        [toolpolicy/unknown-member] rule 1 has the unknown member "colour"
                        note: rules have "arg", "const", "enum", "prefix", "minimum", "maximum", \
                        "exclusive_minimum", "exclusive_maximum" and 2 more
                        """);
        assertThat(text("{'mode': 'ask', 'exclusiveMinimun': '1'}", ASK))
                .isEqualTo("""
                        ERROR 0.exclusiveMinimun
                        [toolpolicy/unknown-member] rule 1 has the unknown member "exclusiveMinimun"
                        help: did you mean "exclusiveMinimum"?
                        """);
    }

    @Test
    void mode() {
        assertThat(typed("{'arg': '/path', 'prefix': 'x'}", ASK))
                .isEqualTo("""
                        ERROR 0
                        [toolpolicy/mode] rule 1 has no "mode"
                        note: modes are "ask", "unattended", "edit", "skip"
                        """);
        assertThat(typed("{'mode': 'unatended'}"))
                .isEqualTo("""
                        ERROR 0.mode
                        [toolpolicy/mode] rule 1 has the unknown mode "unatended"
                        help: did you mean "unattended"?
                        """);
        assertThat(typed("{'mode': true}"))
                .isEqualTo("""
                        ERROR 0.mode
                        [toolpolicy/mode] rule 1 has the unknown mode true
                        note: modes are "ask", "unattended", "edit", "skip"
                        """);
    }

    @Test
    void matcherCount() {
        assertThat(typed("{'arg': '/path', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0
                        [toolpolicy/matcher-count] rule 1 has "arg" but no matcher
                        note: a condition is "arg" with exactly one matcher
                        """);
        assertThat(typed("{'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0
                        [toolpolicy/matcher-count] rule 1 has the matcher "prefix" but no "arg"
                        note: a condition is "arg" with exactly one matcher
                        """);
        assertThat(text("{'arg': '/path', 'const': 'x', 'enum': ['y'], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0
                        [toolpolicy/matcher-count] rule 1 has 2 matchers: "constant", "oneOf"
                        help: make a rule of each, or drop all but one
                        note: a condition is "arg" with exactly one matcher
                        """);
    }

    @Test
    void pointerSyntax() {
        assertThat(typed("{'arg': 'path', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/pointer-syntax] "path" is no JSON Pointer: a pointer starts with "/"
                        help: write "/path"
                        """);
        assertThat(typed("{'arg': '', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/pointer-syntax] "" is no JSON Pointer: a pointer is never empty
                        """);
        assertThat(typed("{'arg': 3, 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/pointer-syntax] 3 is no JSON Pointer: a pointer is a string
                        """);
        assertThat(typed("{'arg': '/options/a~2b', 'const': 1, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/pointer-syntax] "/options/a~2b" is no JSON Pointer: "~" is written "~0", and "/" \
                        in a name "~1"
                        """);
    }

    @Test
    void arrayIndex() {
        assertThat(typed("{'arg': '/edits/0/text', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/array-index] "/edits/0/text" gives an index into "/edits", which is an array
                        help: write "/edits/text"
                        note: a pointer passes through an array to every element, without an index
                        """);
        assertThat(typed("{'arg': '/edits/0/txt', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/array-index] "/edits/0/txt" gives an index into "/edits", which is an array
                        note: a pointer passes through an array to every element, without an index
                        """);
    }

    @Test
    void unknownPointer() {
        assertThat(typed("{'arg': '/pth', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/pth"
                        help: did you mean "/path"?
                        """);
        assertThat(typed("{'arg': '/destination', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/destination"
                        note: there are "/path", "/count", "/content", "/level", "/force", "/options", "/tags", \
                        "/edits"
                        """);
        assertThat(typed("{'arg': '/optoins/nam', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/optoins/nam"
                        help: did you mean "/options/name"?
                        """);
        assertThat(typed("{'arg': '/options/size', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/options/size"
                        note: there are "/options/name", "/options/a~1b"
                        """);
        assertThat(typed("{'arg': '/content/size', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/content/size"
                        note: rules don't look into "/content", which is a string
                        """);
        assertThat(typed("{'arg': '/options/a~1b/c', 'const': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/options/a~1b/c"
                        note: rules don't look into "/options/a~1b", which is any JSON value
                        """);
    }

    @Test
    void quantifier() {
        assertThat(typed("{'arg': '/path', 'prefix': 'x', 'match': 'all', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.match
                        [toolpolicy/quantifier] "match" is for pointers through an array, and "/path" is none
                        help: drop "match"
                        """);
        assertThat(typed("{'arg': '/tags', 'prefix': 'x', 'match': 'some', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.match
                        [toolpolicy/quantifier] "some" is no quantifier
                        help: write "any" or "all"
                        """);
        assertThat(typed("{'match': 'any', 'mode': 'ask'}"))
                .isEqualTo("""
                        ERROR 0.match
                        [toolpolicy/quantifier] rule 1 has "match" but no "arg"
                        help: drop "match"
                        """);
    }

    @Test
    void matcherType() {
        assertThat(typed("{'arg': '/count', 'prefix': '1', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.prefix
                        [toolpolicy/matcher-type] "prefix" doesn't fit "/count", which is an integer
                        help: an integer is matched with "const", "enum", "minimum", "maximum", "exclusive_minimum" \
                        or "exclusive_maximum"
                        """);
        assertThat(text("{'arg': '/options', 'exclusive_minimum': '1', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.exclusive_minimum
                        [toolpolicy/matcher-type] "exclusiveMinimum" doesn't fit "/options", which is an object
                        help: an object is matched with "constant" or "oneOf"
                        """);
    }

    @Test
    void valueType() {
        assertThat(typed("{'arg': '/count', 'const': 3.5, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.const
                        [toolpolicy/value-type] 3.5 is no value of "/count", which is an integer
                        """);
        assertThat(typed("{'arg': '/level', 'enum': ['low', 3], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum[1]
                        [toolpolicy/value-type] 3 is no value of "/level", which is a string
                        """);
        assertThat(typed("{'arg': '/tags', 'enum': 'a', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum
                        [toolpolicy/value-type] "enum" takes a list of values, not "a"
                        help: write ["a"]
                        """);
        assertThat(typed("{'arg': '/count', 'minimum': '3', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.minimum
                        [toolpolicy/value-type] "minimum" takes a number, not "3"
                        """);
        assertThat(typed("{'arg': '/content', 'const': null, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.const
                        [toolpolicy/value-type] null is no value of "/content", which is a string
                        note: null means absent, and rules see no value there
                        """);
        assertThat(typed("{'arg': '/path', 'const': 'a\\u0000b', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.const
                        [toolpolicy/value-type] "a\\u0000b" is no value of "/path", which is a path
                        note: a path holds no NUL
                        """);
        assertThat(typed("{'arg': '/content', 'prefix': '\\ud83d', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.prefix
                        [toolpolicy/value-type] "\\ud83d" is no value of "/content", which is a string
                        note: it holds half a surrogate pair, which no JSON text of a call can
                        """);
        assertThat(text("{'arg': '/count', 'enum': ['1', '01'], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum[1]
                        [toolpolicy/value-type] "01" is no value of "/count", which is an integer
                        note: the text is read as JSON
                        """);
        assertThat(text("{'arg': '/count', 'exclusive_maximum': 'ten', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.exclusive_maximum
                        [toolpolicy/value-type] "exclusiveMaximum" takes a number, not "ten"
                        """);
    }

    @Test
    void emptyEnumAndPrefix() {
        assertThat(typed("{'arg': '/content', 'enum': [], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum
                        [toolpolicy/empty-enum] "enum" of rule 1 is empty, so it would match nothing
                        help: list the values, or delete rule 1
                        """);
        assertThat(text("{'arg': '/content', 'enum': [], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum
                        [toolpolicy/empty-enum] "oneOf" of rule 1 is empty, so it would match nothing
                        help: list the values, or delete rule 1
                        """);
        assertThat(typed("{'arg': '/path', 'prefix': '', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.prefix
                        [toolpolicy/empty-prefix] "prefix" of rule 1 is empty, so it would match every "/path"
                        """);
    }

    @Test
    void valueNotAllowed() {
        assertThat(typed("{'arg': '/level', 'const': 'lo', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.const
                        [toolpolicy/value-not-allowed] "lo" is not among the allowed values of "/level"
                        help: did you mean "low"?
                        """);
        assertThat(typed("{'arg': '/level', 'enum': ['low', 'extreme'], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.enum[1]
                        [toolpolicy/value-not-allowed] "extreme" is not among the allowed values of "/level"
                        note: allowed are "low", "high"
                        """);
    }

    @Test
    void unreachableRule() {
        assertThat(typed(
                        "{'arg': '/path', 'prefix': 'src/', 'mode': 'unattended'}",
                        "{'arg': '/path', 'prefix': 'src/sensitive/', 'mode': 'ask'}",
                        ASK))
                .isEqualTo("""
                        ERROR 1
                        [toolpolicy/unreachable-rule] rule 2 can never decide: rule 1 takes every call it would match
                        help: move rule 2 above rule 1, or delete it
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        """);
        assertThat(typed(
                        "{'arg': '/path', 'const': 'a', 'mode': 'ask'}",
                        "{'arg': '/path', 'const': './a', 'mode': 'skip'}",
                        ASK))
                .isEqualTo("""
                        ERROR 1
                        [toolpolicy/unreachable-rule] rule 2 can never decide: rule 1 takes every call it would match
                        help: delete rule 2
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        """);
        assertThat(typed("{'mode': 'skip'}", ASK))
                .isEqualTo("""
                        ERROR 1
                        [toolpolicy/unreachable-rule] rule 2 can never decide: rule 1 takes every call it would match
                        help: delete rule 2
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        """);
        assertThat(typed("{'mode': 'skip'}", "{'arg': '/path', 'const': 'a', 'mode': 'ask'}"))
                .isEqualTo("""
                        ERROR 1
                        [toolpolicy/unreachable-rule] rule 2 can never decide: rule 1 takes every call it would match
                        help: move rule 1 to the end, since it takes every call
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        """);
        assertThat(typed(
                        "{'arg': '/count', 'maximum': 3, 'mode': 'ask'}",
                        "{'arg': '/count', 'minimum': 6, 'mode': 'ask'}",
                        "{'arg': '/count', 'enum': [4, 5], 'mode': 'ask'}",
                        "{'arg': '/count', 'exclusive_minimum': 1.5, 'mode': 'skip'}",
                        ASK))
                .isEqualTo("""
                        ERROR 3
                        [toolpolicy/unreachable-rule] rule 4 can never decide: rules 1, 2 and 3 take every call it \
                        would match
                        help: delete rule 4
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        1: [toolpolicy/unreachable-rule] this is rule 2
                        2: [toolpolicy/unreachable-rule] this is rule 3
                        """);
        assertThat(typed(
                        "{'arg': '/force', 'const': true, 'mode': 'ask'}",
                        "{'arg': '/force', 'const': false, 'mode': 'skip'}",
                        "{'mode': 'skip'}",
                        "{'mode': 'ask'}"))
                .isEqualTo("""
                        ERROR 2
                        [toolpolicy/unreachable-rule] rule 3 can never decide: rules 1 and 2 take every call it \
                        would match
                        help: delete rule 3
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        1: [toolpolicy/unreachable-rule] this is rule 2
                        ERROR 3
                        [toolpolicy/unreachable-rule] rule 4 can never decide: rules 1 and 2 take every call it \
                        would match
                        help: delete rule 4
                        note: rules are tried top to bottom and the first match decides
                        0: [toolpolicy/unreachable-rule] this is rule 1
                        1: [toolpolicy/unreachable-rule] this is rule 2
                        """);
        assertThat(typed("{'arg': '/level', 'prefix': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0
                        [toolpolicy/unreachable-rule] rule 1 can never decide: no value of "/level" satisfies its \
                        "prefix"
                        help: delete rule 1
                        """);
    }

    @Test
    void noCatchAll() {
        assertThat(typed())
                .isEqualTo("""
                        WARNING -1
                        [toolpolicy/no-catch-all] every call will ask, since there is no rule
                        help: end the list with {"mode": "ask"}
                        """);
        assertThat(typed("{'arg': '/path', 'prefix': 'a', 'mode': 'ask'}"))
                .isEqualTo("""
                        WARNING -1
                        [toolpolicy/no-catch-all] calls that don't match the only rule will ask
                        help: end the list with {"mode": "ask"}
                        """);
        assertThat(text(
                        "{'arg': '/path', 'prefix': 'a', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'b', 'mode': 'ask'}"))
                .isEqualTo("""
                        WARNING -1
                        [toolpolicy/no-catch-all] calls that match none of the 2 rules will ask
                        help: end the list with @Rule(mode = ASK)
                        note: silence with @SuppressWarnings("toolpolicy/no-catch-all")
                        """);
    }

    @Test
    void anyElement() {
        assertThat(typed("{'arg': '/tags', 'prefix': 'a', 'mode': 'unattended'}", ASK))
                .isEqualTo("""
                        WARNING 0
                        [toolpolicy/any-element] rule 1 answers unattended if one value of "/tags" matches, whatever \
                        the others are
                        help: write "match": "all"
                        """);
        assertThat(text("{'arg': '/tags', 'prefix': 'a', 'mode': 'unattended'}", ASK))
                .isEqualTo("""
                        WARNING 0
                        [toolpolicy/any-element] rule 1 answers unattended if one value of "/tags" matches, whatever \
                        the others are
                        help: write match = ALL
                        """);
    }

    @Test
    void unguardedPath() {
        assertThat(moving("{'arg': '/from', 'prefix': 'a', 'mode': 'unattended'}", ASK))
                .isEqualTo("""
                        WARNING 0
                        [toolpolicy/unguarded-path] rule 1 answers unattended for "/from" and no rule before it \
                        looks at "/to"
                        help: put a rule about "/to" before rule 1
                        note: another parameter may name the real target
                        """);
        assertThat(moving("{'arg': '/from', 'prefix': 'a', 'mode': 'ask'}", ASK))
                .isEmpty();
    }

    @Test
    void lateArgument() {
        assertThat(moving(
                        "{'arg': '/to', 'prefix': 'a', 'mode': 'ask'}",
                        "{'arg': '/to', 'prefix': 'b', 'mode': 'ask'}",
                        ASK))
                .isEqualTo("""
                        WARNING 0.arg
                        [toolpolicy/late-argument] "/to" decides rule 1 but is declared after the large parameter \
                        "content"
                        help: declare "to" before "content"
                        note: models write arguments in declaration order, so the decision waits for "content"
                        """);
    }

    @Test
    void boundsOfTheType() {
        assertThat(moving("{'arg': '/times', 'const': 11, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                        ERROR 0.const
                        [toolpolicy/value-type] 11 is no value of "/times", which is an integer
                        note: it takes whole numbers from 1 to 10
                        """);
        assertThat(moving(
                        "{'arg': '/times', 'minimum': 1e1, 'mode': 'ask'}",
                        "{'arg': '/times', 'minimum': 10.5, 'mode': 'skip'}",
                        ASK))
                .isEqualTo("""
                        WARNING 0.arg
                        [toolpolicy/late-argument] "/times" decides rule 1 but is declared after the large parameter \
                        "content"
                        help: declare "times" before "content"
                        note: models write arguments in declaration order, so the decision waits for "content"
                        ERROR 1
                        [toolpolicy/unreachable-rule] rule 2 can never decide: no value of "/times" satisfies its \
                        "minimum"
                        help: delete rule 2
                        """);
    }

    @Test
    void everyRuleIsReportedOnceAndInOrder() {
        assertThat(typed(
                        "{'mode': 'aks', 'arg': 'x'}",
                        "{'mode': 'ask'}",
                        "{'arg': '/pth', 'const': 3, 'mode': 'skip'}"))
                .isEqualTo("""
                        ERROR 0.mode
                        [toolpolicy/mode] rule 1 has the unknown mode "aks"
                        help: did you mean "ask"?
                        ERROR 2.arg
                        [toolpolicy/unknown-pointer] there is no parameter "/pth"
                        help: did you mean "/path"?
                        """);
    }

    @Test
    void whatTheAuthorWroteStaysAsciiAndShort() {
        assertThat(typed("{'mode': 'ask', 'arg': '/path', 'const': 3, 'pr\\u00e4fix\\n': 1}"))
                .isEqualTo("""
                        ERROR 0.pr\\u00e4fix\\n
                        [toolpolicy/unknown-member] rule 1 has the unknown member "pr\\u00e4fix\\n"
                        help: did you mean "prefix"?
                        """);
    }

    @Test
    void theListWithoutProblems() {
        assertThat(typed(
                        "{'arg': '/path', 'prefix': 'src/sensitive/', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'src/', 'mode': 'unattended'}",
                        ASK))
                .isEmpty();
    }
}
