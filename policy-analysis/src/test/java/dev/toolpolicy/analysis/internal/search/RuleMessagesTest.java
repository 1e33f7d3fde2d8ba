package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.text;
import static dev.toolpolicy.analysis.internal.search.WrittenRules.typed;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The smallest bad example of each code about one rule: place, whole text and number of its messages. */
class RuleMessagesTest {
    @Test
    void unknownMember() {
        assertThat(typed("{'mode': 'ask', 'prefx': 'src/'}")).isEqualTo("""
            ERROR 0.prefx
            [toolpolicy/unknown-member] rule 1 has the unknown member "prefx"
            help: did you mean "prefix"?
            """);
        assertThat(typed("{'mode': 'ask', 'colour': 'red'}")).isEqualTo("""
            ERROR 0.colour
            [toolpolicy/unknown-member] rule 1 has the unknown member "colour"
            note: rules have "arg", "fact", "label", "const", "enum", "prefix", "glob", "commands" and 21 more
            """);
        assertThat(text("{'mode': 'ask', 'exclusiveMinimun': '1'}", ASK)).isEqualTo("""
            ERROR 0.exclusiveMinimun
            [toolpolicy/unknown-member] rule 1 has the unknown member "exclusiveMinimun"
            help: did you mean "exclusiveMinimum"?
            """);
    }

    @Test
    void mode() {
        assertThat(typed("{'arg': '/path', 'prefix': 'x'}", ASK)).isEqualTo("""
            ERROR 0
            [toolpolicy/mode] rule 1 has no "mode"
            note: modes are "ask", "allow", "edit", "deny"
            """);
        assertThat(typed("{'mode': 'alow'}")).isEqualTo("""
            ERROR 0.mode
            [toolpolicy/mode] rule 1 has the unknown mode "alow"
            help: did you mean "allow"?
            """);
        assertThat(typed("{'mode': true}")).isEqualTo("""
            ERROR 0.mode
            [toolpolicy/mode] rule 1 has the unknown mode true
            note: modes are "ask", "allow", "edit", "deny"
            """);
    }

    @Test
    void matcherCount() {
        assertThat(typed("{'arg': '/path', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0
            [toolpolicy/matcher-count] rule 1 has "arg" but no matcher
            note: a condition is "arg" or "fact" with at least one matcher
            """);
        assertThat(typed("{'prefix': 'x', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0
            [toolpolicy/matcher-count] rule 1 has the matcher "prefix" but no "arg"
            note: a condition is "arg" or "fact" with at least one matcher
            """);
        assertThat(typed("{'arg': '/path', 'fact': '/role', 'const': 'x', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0
                    [toolpolicy/matcher-count] rule 1 has both "arg" and "fact"
                    help: make two conditions of them, in "all"
                    note: a condition is "arg" or "fact" with at least one matcher
                    """);
        assertThat(text("{'arg': '/path', 'const': 'x', 'enum': ['x', 'y'], 'mode': 'ask'}", ASK))
                .isEmpty();
    }

    @Test
    void pointerSyntax() {
        assertThat(typed("{'arg': 'path', 'prefix': 'x', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.arg
            [toolpolicy/pointer-syntax] "path" is not a JSON Pointer: a pointer starts with "/"
            help: write "/path"
            """);
        assertThat(typed("{'arg': '', 'prefix': 'x', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.arg
            [toolpolicy/pointer-syntax] "" is not a JSON Pointer: a pointer must not be empty
            """);
        assertThat(typed("{'arg': 3, 'prefix': 'x', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.arg
            [toolpolicy/pointer-syntax] 3 is not a JSON Pointer: a pointer is a string
            """);
        assertThat(typed("{'arg': '/options/a~2b', 'const': 1, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.arg
                    [toolpolicy/pointer-syntax] "/options/a~2b" is not a JSON Pointer: "~" is written "~0", and "/" \
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
        assertThat(typed("{'arg': '/pth', 'prefix': 'x', 'mode': 'ask'}", ASK)).isEqualTo("""
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
                    [toolpolicy/quantifier] "match" is for pointers through an array, and "/path" does not pass one
                    help: drop "match"
                    """);
        assertThat(typed("{'arg': '/tags', 'prefix': 'x', 'match': 'some', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.match
                    [toolpolicy/quantifier] "some" is not a quantifier
                    help: write "any" or "all"
                    """);
        assertThat(typed("{'match': 'any', 'mode': 'ask'}")).isEqualTo("""
            ERROR 0.match
            [toolpolicy/quantifier] rule 1 has "match" but no "arg" or "fact"
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
        assertThat(typed("{'arg': '/count', 'const': 3.5, 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.const
            [toolpolicy/value-type] 3.5 is not a value of "/count", which is an integer
            """);
        assertThat(typed("{'arg': '/level', 'enum': ['low', 3], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.enum[1]
                    [toolpolicy/value-type] 3 is not a value of "/level", which is a string
                    """);
        assertThat(typed("{'arg': '/tags', 'enum': 'a', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.enum
            [toolpolicy/value-type] "enum" takes a list of values, not "a"
            help: write ["a"]
            """);
        assertThat(typed("{'arg': '/count', 'minimum': '3', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.minimum
                    [toolpolicy/value-type] "minimum" takes a number, not "3"
                    help: write minimum = 3
                    """);
        assertThat(typed("{'arg': '/content', 'const': null, 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.const
                    [toolpolicy/value-type] null is not a value of "/content", which is a string
                    note: null means absent, and rules see no value there
                    """);
        assertThat(typed("{'arg': '/path', 'const': 'a\\u0000b', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.const
                    [toolpolicy/value-type] "a\\u0000b" is not a value of "/path", which is a path
                    note: a path must not contain NUL
                    """);
        assertThat(typed("{'arg': '/content', 'prefix': '\\ud83d', 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.prefix
                    [toolpolicy/value-type] "\\ud83d" is not a value of "/content", which is a string
                    note: it contains half a surrogate pair, which the arguments of a call never do
                    """);
        assertThat(text("{'arg': '/count', 'enum': ['1', '01'], 'mode': 'ask'}", ASK))
                .isEqualTo("""
                    ERROR 0.enum[1]
                    [toolpolicy/value-type] "01" is not a value of "/count", which is an integer
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
        assertThat(typed("{'arg': '/content', 'enum': [], 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.enum
            [toolpolicy/empty-enum] "enum" of rule 1 is empty, so it would match nothing
            help: list the values, or delete rule 1
            """);
        assertThat(text("{'arg': '/content', 'enum': [], 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.enum
            [toolpolicy/empty-enum] "oneOf" of rule 1 is empty, so it would match nothing
            help: list the values, or delete rule 1
            """);
        assertThat(typed("{'arg': '/path', 'prefix': '', 'mode': 'ask'}", ASK)).isEqualTo("""
            ERROR 0.prefix
            [toolpolicy/empty-prefix] "prefix" of rule 1 is empty, so it would match every "/path"
            help: delete rule 1, or its "arg" and "prefix" to make it a catch-all
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
}
