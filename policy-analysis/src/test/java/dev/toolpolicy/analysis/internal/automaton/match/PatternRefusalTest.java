package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to refuse a pattern, with the whole message. */
class PatternRefusalTest {
    private static final String LINEAR = ", which can't be matched in time linear in the text";

    private static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("a(?=b)", "a look-ahead \"(?=\" at offset 1" + LINEAR),
                Arguments.of("(?!b)", "a look-ahead \"(?!\" at offset 0" + LINEAR),
                Arguments.of("😀(?<=b)", "a look-behind \"(?<=\" at offset 2" + LINEAR),
                Arguments.of("a|(?<!b)", "a look-behind \"(?<!\" at offset 2" + LINEAR),
                Arguments.of("(a)\\1", "a back-reference \"\\1\" at offset 3" + LINEAR),
                Arguments.of("\\27", "a back-reference \"\\27\" at offset 0" + LINEAR),
                Arguments.of("(?<n>a)\\k<n>", "a back-reference \"\\k\" at offset 7" + LINEAR),
                Arguments.of("(?i-s:a)", "a group with flags \"(?i-s:\" at offset 0, which is not supported"),
                Arguments.of("\\p{Emoji}", "a property \"\\p{Emoji}\" at offset 0, which is not supported"),
                Arguments.of("\\P{scx=Grek}", "a property \"\\P{scx=Grek}\" at offset 0, which is not supported"),
                Arguments.of("(?-:a)", "an unknown kind of group \"(?-\" at offset 0"),
                Arguments.of("(?P<n>a)", "an unknown kind of group \"(?P\" at offset 0"),
                Arguments.of("git (status|diff", "an unclosed group at offset 4"),
                Arguments.of("a)", "an unmatched \")\" at offset 1"),
                Arguments.of("a{", "a lone \"{\" at offset 1"),
                Arguments.of("{2,1}", "a quantifier \"{2,1}\" with its counts out of order at offset 0"),
                Arguments.of(
                        "a{99999999999999999999,1}",
                        "a quantifier \"{99999999999999999999,1}\" with its counts out of order at offset 1"),
                Arguments.of("a{,3}", "a lone \"{\" at offset 1"),
                Arguments.of("a}", "a lone \"}\" at offset 1"),
                Arguments.of("a]", "a lone \"]\" at offset 1"),
                Arguments.of("*a", "a quantifier \"*\" with nothing to repeat at offset 0"),
                Arguments.of("a**", "a quantifier \"*\" with nothing to repeat at offset 2"),
                Arguments.of("^+", "a quantifier \"+\" with nothing to repeat at offset 1"),
                Arguments.of("\\b{2}", "a quantifier \"{2}\" with nothing to repeat at offset 2"),
                Arguments.of("(?:|?)", "a quantifier \"?\" with nothing to repeat at offset 4"),
                Arguments.of("[a", "an unclosed character class at offset 0"),
                Arguments.of("[a-", "an unclosed character class at offset 0"),
                Arguments.of("[z-a]", "a range \"z-a\" out of order at offset 1"),
                Arguments.of("[a-\\d]", "a range \"a-\\d\" with a class for an end at offset 1"),
                Arguments.of("[\\p{Zl}-a]", "a range \"\\p{Zl}-a\" with a class for an end at offset 1"),
                Arguments.of("[\\B]", "an invalid escape \"\\B\" at offset 1"),
                Arguments.of("[\\1]", "an invalid escape \"\\1\" at offset 1"),
                Arguments.of("\\", "a backslash with nothing to escape at offset 0"),
                Arguments.of("\\a", "an invalid escape \"\\a\" at offset 0"),
                Arguments.of("\\-", "an invalid escape \"\\-\" at offset 0"),
                Arguments.of("\\01", "an invalid escape \"\\01\" at offset 0"),
                Arguments.of("\\c1", "an invalid escape \"\\c1\" at offset 0"),
                Arguments.of("\\x4", "an invalid escape \"\\x\" at offset 0"),
                Arguments.of("\\u12", "an invalid escape \"\\u\" at offset 0"),
                Arguments.of("\\u{}", "an invalid escape \"\\u{\" at offset 0"),
                Arguments.of("\\u{110000}", "an escape \"\\u{110000}\" beyond the last code point at offset 0"),
                Arguments.of("\\p", "an invalid escape \"\\p\" at offset 0"),
                Arguments.of("\\p{Lu", "an unclosed property \"\\p{Lu\" at offset 0"),
                Arguments.of("\\p{lu}", "a property \"\\p{lu}\" that doesn't exist at offset 0"),
                Arguments.of("\\p{sc=greek}", "a property \"\\p{sc=greek}\" that doesn't exist at offset 0"),
                Arguments.of("\\p{IsGreek}", "a property \"\\p{IsGreek}\" that doesn't exist at offset 0"),
                Arguments.of("(?<>a)", "an empty group name at offset 3"),
                Arguments.of("(?<1a>a)", "an invalid group name \"1\" at offset 3"),
                Arguments.of("(?<a", "an invalid group name \"a\" at offset 3"),
                Arguments.of("(?<a>b)|(?<c>d)(?<c>e)", "a second group of the name \"c\" at offset 18"),
                Arguments.of("(?<a>(?<a>b))", "a second group of the name \"a\" at offset 8"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void saysWhatAndWhere(String pattern, String words) {
        assertThatThrownBy(() -> PatternMeaningTest.language(pattern))
                .isInstanceOf(InvalidPatternException.class)
                .hasMessage("the pattern has " + words);
    }

    @Test
    void carriesItsParts() {
        InvalidPatternException refusal =
                catchThrowableOfType(InvalidPatternException.class, () -> PatternMeaningTest.language("a\t(?=b)"));
        assertThat(refusal.kind()).isEqualTo(InvalidPatternException.Kind.NOT_LINEAR);
        assertThat(refusal.text()).isEqualTo("a\t(?=b)");
        assertThat(refusal.problem()).isEqualTo("a look-ahead \"(?=\"");
        assertThat(refusal.offset()).isEqualTo(2);
    }

    private static final String LIMIT = "the automaton would pass the limit ";

    private static Stream<Arguments> excesses() {
        return Stream.of(
                Arguments.of("(".repeat(100_000), LIMIT + "depth: more than 200 groups inside each other"),
                Arguments.of(
                        "(?:".repeat(201) + ")".repeat(201), LIMIT + "depth: more than 200 groups inside each other"),
                Arguments.of("(x{100}){100}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("((((x{9}){9}){9}){9}){9}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("x{2147483648}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("(?:){1000000000}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("(?:){0,1000000000}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("((){9999999}){9999999}", LIMIT + "positions: more than 10000 parts"),
                Arguments.of("(a|b)*a(a|b){20}", LIMIT + "states: more than 5000 states"),
                Arguments.of("a.{12}b$", LIMIT + "states: more than 5000 states"),
                Arguments.of("x{3000}", LIMIT + "steps: more than 1000000 steps to build it"),
                Arguments.of("a".repeat(20_000), LIMIT + "positions: more than 10000 parts"));
    }

    @ParameterizedTest
    @MethodSource("excesses")
    void refusesWhatWouldBeTooLarge(String pattern, String message) {
        assertThatThrownBy(() -> PatternMeaningTest.language(pattern))
                .isInstanceOf(PatternTooComplexException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+$",
                "^(a+)+$",
                "^(?:.*,){11}P",
                "(x+x+)+y",
                "^(([a-z])+.)+[A-Z]([a-z])+$",
                "(a|aa)+$",
                "(.*a){12}",
                "(a*)*b",
                "([a-zA-Z0-9]+)*!",
                "^(a?){25}a{25}$",
                "[0-9a-f]{64}",
                "^[A-Za-z0-9_-]{1,128}$",
                "\\p{L}{1,40}\\P{L}"
            })
    void takesWhatMakesOthersHang(String pattern) {
        assertThat(PatternMeaningTest.language(pattern).states()).isLessThan(400);
    }

    @Test
    void anAnchorMendsIt() {
        assertThat(PatternMeaningTest.language("^a.{12}b").states()).isEqualTo(16);
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> new AutomatonLimits(501, 1, 1, 1, 1, 1))
                .hasMessage("depth must be at most 500, was 501");
        assertThatThrownBy(() -> new AutomatonLimits(1, 1, 0, 1, 1, 1)).hasMessage("states must be at least 1, was 0");
        assertThat(Language.of(
                                TextLanguage.pattern("(".repeat(500) + ")".repeat(500)),
                                new AutomatonLimits(500, 9, 9, 9, 99, 9))
                        .isEverything())
                .isTrue();
    }
}
