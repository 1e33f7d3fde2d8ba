package dev.toolpolicy.analysis.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** D4: what exists is listed, at most eight of it; D3: what the user wrote stands there as written, in one line. */
class WordsTest {

    private static String listed(int count) {
        return Words.listedNames(
                IntStream.range(0, count).mapToObj(i -> "n" + i).toList());
    }

    @Test
    void atMostEightAreListed() {
        assertThat(listed(1)).isEqualTo("\"n0\"");
        assertThat(listed(8)).endsWith("\"n6\", \"n7\"");
        assertThat(listed(9)).endsWith("\"n6\", \"n7\" and 1 more");
        assertThat(listed(1_000)).endsWith("\"n7\" and 992 more");
    }

    @Test
    void onlyNearWordsAreSuggested() {
        List<String> names = List.of("path", "max_results", "to");
        assertThat(Words.nearest("maxResults", names)).contains("max_results");
        assertThat(Words.nearest("ptah", names)).contains("path");
        assertThat(Words.nearest("pt", names)).isEmpty();
        assertThat(Words.nearest("toe", names)).contains("to");
        assertThat(Words.nearest("from", names)).isEmpty();
    }

    @Test
    void aTextIsOneShortLineOfAscii() {
        assertThat(Words.quoted("a\n\u00e9\u202e\"b")).isEqualTo("\"a\\n\\u00e9\\u202e\"b\"");
        assertThat(Words.quoted("x".repeat(10_000)).length()).isLessThan(300);
    }
}
