package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of each construct of the dialect, by texts in which it is found and texts in which it isn't. */
class PatternMeaningTest {

    static Language language(String pattern) {
        return Language.of(TextLanguage.pattern(pattern), AutomatonLimits.DEFAULT);
    }

    private static void found(String pattern, String... texts) {
        Language language = language(pattern);
        assertThat(List.of(texts)).as(pattern).allMatch(language::contains);
    }

    private static void notFound(String pattern, String... texts) {
        Language language = language(pattern);
        assertThat(List.of(texts)).as(pattern).noneMatch(language::contains);
    }

    @Test
    void patternsAreFoundAnywhere() {
        found("", "", "x");
        found("rm\\s+-rf", "rm -rf", "sudo rm \t-rf /", "rm\u00A0-rf");
        notFound("rm\\s+-rf", "", "rm-rf", "rm - rf", "RM -rf");
        found("(?:push|DROP)", "git push", "DROP TABLE");
        notFound("(?:push|DROP)", "drop", "PUSH");
    }

    @Test
    void anchorsAreTheEndsOfTheTextOnly() {
        found("^git (diff|log)", "git diff", "git log -p");
        notFound("^git (diff|log)", " git diff", "x\ngit diff", "git di");
        found("q$", "q", "qq");
        notFound("q$", "q\n", "qa", "");
        found("^$", "");
        notFound("^$", "\n", "a");
        found("a$|^b", "ca", "bc");
        notFound("$a", "a", "aa", "");
        notFound("a^", "a", "aa", "");
        found("(^|,)x(,|$)", "x", "a,x", "x,a", "a,x,a");
        notFound("(^|,)x(,|$)", "ax", "a,xa");
    }

    @Test
    void wordBoundariesAreThoseOfAscii() {
        found("\\bcat\\b", "cat", "a cat.", "é" + "cat", "cat-", "(cat)");
        notFound("\\bcat\\b", "cats", "acat", "_cat", "cat0");
        found("\\Bcat", "acat", "_cat");
        notFound("\\Bcat", "cat", " cat", "écat");
        found("^\\B$", "");
        notFound("^\\B$", "a", " ");
        notFound("\\b", "", " ", "é-");
        found("\\b", "a", " a", "a ");
        found("a$\\b", "a", "ba");
        notFound("a$\\B", "a", "ba");
        found(" $\\B", " ", "a ");
        found("(?:\\b|x)+y", "y", "xy", "axy");
        notFound("\\b\\B", "", "a", "a b");
    }

    @Test
    void classes() {
        found("^[a-c\\d_-]+$", "a1-_", "c");
        notFound("^[a-c\\d_-]+$", "d", "");
        found("^[^a-c]$", "d", "\n", "\u2028", "😀");
        notFound("^[^a-c]$", "a", "dd");
        found("^[^]$", "\n", "a", "\uDBFF\uDFFF");
        notFound("[]", "", "a");
        found("^[\\b]$", "\b");
        found("^[\\]\\\\^-]{4}$", "]\\^-");
        found("^.$", "a", "😀", "\u0085");
        notFound("^.$", "\n", "\r", "\u2028", "\u2029", "ab");
        found("^\\w\\W\\d\\D\\s\\S$", "_é1a\uFEFFx");
        notFound("^\\w$", "é", "\u017F", "\u212A");
        notFound("^\\d$", "٣");
        notFound("^\\s$", "\u180E", "\u200B", "\u0085");
        found("^[\\Wa]$", "a", "-");
    }

    @Test
    void escapes() {
        found("^\\cJ\\x41\\u0042\\u{43}\\u{00001F600}\\uD83D\\uDE00\\t\\v\\0$", "\nABC😀😀\t\u000B\0");
        found("^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", "^$\\.*+?()[]{}|/");
        found("^[😀-😂]$", "😁");
        notFound("^[😀-😂]$", "😃", "\u2028");
        notFound("\\uD83D", "😀");
        notFound("\\uDE00", "😀");
    }

    @Test
    void quantifiers() {
        found("^a{2}$", "aa");
        notFound("^a{2}$", "a", "aaa", "");
        found("^a{2,}?$", "aa", "aaaa");
        notFound("^a{2,}?$", "a");
        found("^(?:ab){1,3}$", "ab", "ababab");
        notFound("^(?:ab){1,3}$", "", "abababab", "aba");
        found("^a{0}$", "");
        notFound("^a{0}$", "a");
        found("^(a*)*$", "", "aaa");
        found("^(a*)+b??$", "b", "");
        found("^(?:|a){3}$", "", "a", "aaa");
        notFound("^(?:|a){3}$", "aaaa");
        found("^a{000,0001}$", "", "a");
    }

    @Test
    void groups() {
        found("^(?<first>a)(?:b)(c)$", "abc");
        found("^(?:(?<same>a)|(?<same>b))$", "a", "b");
        found("^(?<$π_1>a)(?<\\u0061>b)$", "ab");
    }

    @Test
    void properties() {
        found("^\\p{L}\\p{Lu}\\p{Lowercase_Letter}\\p{gc=Nd}\\p{General_Category=Punctuation}$", "éÉé٣!");
        notFound("^\\p{Lu}$", "é", "1");
        found("^\\p{Script=Greek}\\p{sc=Cyrl}\\P{sc=Latin}$", "πж1");
        found("^\\p{ASCII}\\p{Alphabetic}\\p{White_Space}\\p{Uppercase}\\p{Any}\\P{Any}?$", "aé\u0085É\n");
        found("^[\\p{L}\\d-]+$", "é1-");
        found("^[^\\P{Lu}]$", "É");
        notFound("^[^\\P{Lu}]$", "é");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "^", "$", "[^]*", "^[^]*$", "a|^", "(?:\\b|\\B)", "\\b|\\B", "x?", "^(?:.|[^.]|\\n)*$"})
    void someAreFoundEverywhere(String pattern) {
        assertThat(language(pattern).isEverything()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "a^", "$a", "\\b\\B", "[]+", "a\\ba", "\\P{Any}", "\\uD800", "[\\uDC00-\\uDFFF]"})
    void someAreFoundNowhere(String pattern) {
        assertThat(language(pattern).isEmpty()).isTrue();
    }

    @Test
    void halfOfASurrogatePairIsTheReplacementCharacter() {
        found("^\\uFFFD$", "\uD83D", "\uDE00", "\uFFFD");
        found("\\uFFFDa", "\uD83Da");
    }
}
