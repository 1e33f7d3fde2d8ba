package dev.toolpolicy.processor.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocCommentTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " Reads a file.;| Reads a file.",
                " Reads <b>a</b>, <i>b</i>.<p>Then | Reads a, b. Then",
                " {@code a {b}} and {@link Path} or {@link Path#of it} or {@linkplain #x()} | a {b} and Path or it or"
                        + " x()",
                " 1 < 2 | 1 < 2",
                " {@inheritDoc}x {@code open | x open",
                " a; b;; c; @see x; d | a b c"
            })
    void plainText(String comment, String text) {
        assertThat(DocComment.of(comment.replace(';', '\n')).description()).isEqualTo(text);
    }

    @Test
    void parameters() {
        DocComment comment =
                DocComment.of(" Says.\n @param a the first\n   of two\n @param b\n @return c\n @param d {@code d}\n");
        assertThat(comment.description()).isEqualTo("Says.");
        assertThat(comment.parameter("a")).isEqualTo("the first of two");
        assertThat(comment.parameter("b")).isEmpty();
        assertThat(comment.parameter("d")).isEqualTo("d");
    }

    @Test
    void entities() {
        assertThat(DocComment.of("1 &lt; 2 &amp;&amp; &quot;3&quot; &gt; 2").description())
                .isEqualTo("1 < 2 && \"3\" > 2");
    }

    @Test
    void none() {
        assertThat(DocComment.of(null).description()).isEmpty();
    }
}
