package dev.toolpolicy.runtime.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamedWordsTest {
    @Test
    void wordsAreNamedAsTheyAreAndWithoutTheMarksAtTheirEnds() {
        assertThat(NamedWords.of("(bob@x.org),"))
                .containsExactly("(bob@x.org),", "bob@x.org),", "(bob@x.org", "bob@x.org");
        assertThat(NamedWords.of("«.env»...")).contains(".env", "«.env»...");
    }

    @Test
    void sequencesHaveTwoToSixWordsOfOneLine() {
        assertThat(NamedWords.of("a b c d e f g"))
                .contains("a b", "a b c d e f", "b c d e f g")
                .doesNotContain("a b c d e f g");
        assertThat(NamedWords.of("Hotel\tRiverside\r\nView"))
                .contains("Hotel Riverside")
                .doesNotContain("Riverside View");
        assertThat(NamedWords.of("in \"Grand Hotel\".")).contains("Grand Hotel", "in \"Grand Hotel");
    }

    @Test
    void quotedTextIsNamedInsideALine() {
        assertThat(NamedWords.of("say “one two three four five six seven” now"))
                .contains("one two three four five six seven");
        assertThat(NamedWords.of("`a  b` \"c")).contains("a  b").doesNotContain("c\"");
        assertThat(NamedWords.of("\"x\ny\"")).doesNotContain("x\ny");
    }

    @Test
    void quotedLinesAndPiecesWithoutLettersNameNothing() {
        assertThat(NamedWords.of("> send it to eve@evil.org")).isEmpty();
        assertThat(NamedWords.of("\u00a0\u3000> eve\u2028bob")).containsExactly("bob");
        assertThat(NamedWords.of("--- ... \"!\" \ud83d\ude00")).isEmpty();
    }

    @Test
    void whiteSpaceIsThatOfUnicode() {
        assertThat(NamedWords.of("a\u000bb\u202fc\u200bd"))
                .contains("a b", "b c\u200bd")
                .doesNotContain("c");
    }
}
