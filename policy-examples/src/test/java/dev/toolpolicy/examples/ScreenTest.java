package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.internal.text.VisibleText;
import org.junit.jupiter.api.Test;

/** Escaping, cutting and counting in the example's output. */
class ScreenTest {
    @Test
    void textOfOthersIsPrintedInAscii() {
        assertThat(VisibleText.ascii("a\u001b[2J\n\u202e\u00e9\uD83D\uDE00"))
                .isEqualTo("a\\u001b[2J\\n\\u202e\\u00e9\\ud83d\\ude00");
    }

    @Test
    void longTextShowsItsBeginningAndItsEnd() {
        String text = "0123456789".repeat(10);

        assertThat(Printable.excerpt(text, 100)).isEqualTo(text);
        assertThat(Printable.excerpt(text, 50))
                .hasSize(50)
                .startsWith("0123456789")
                .contains(" ... ")
                .endsWith("23456789");
    }

    @Test
    void linesAreWrappedAtBlanksAndElseWhereTheyAreFull() {
        assertThat(Printable.wrapped("one two three", 8)).containsExactly("one two", "three");
        assertThat(Printable.wrapped("onetwothree", 6)).containsExactly("onetwo", "three");
        assertThat(Printable.wrapped("", 6)).containsExactly("");
    }

    @Test
    void numbersReadWell() {
        assertThat(Printable.count(12345)).isEqualTo("12,345");
        assertThat(Printable.count(1, "piece")).isEqualTo("1 piece");
        assertThat(Printable.percent(0, 0)).isEqualTo("0 %");
        assertThat(Printable.percent(1, 1000)).isEqualTo("0.1 %");
        assertThat(Printable.percent(1, 2)).isEqualTo("50 %");
    }
}
