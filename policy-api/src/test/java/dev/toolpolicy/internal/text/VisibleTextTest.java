package dev.toolpolicy.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VisibleTextTest {
    private static final String SMILE = "\ud83d\ude00";

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("plain", "plain", "\"plain\"", "plain"),
                Arguments.of("", "", "\"\"", ""),
                Arguments.of("a\nb\r\tc", "a\\nb\\r\\tc", "\"a\\nb\\r\\tc\"", "a\\nb\\r\\tc"),
                Arguments.of("\u001b[31m", "\\u001b[31m", "\"\\u001b[31m\"", "\\u001b[31m"),
                Arguments.of("a\u202eb", "a\\u202eb", "\"a\\u202eb\"", "a\\u202eb"),
                Arguments.of(
                        "\u2028\u2029\u0085",
                        "\\u2028\\u2029\\u0085",
                        "\"\\u2028\\u2029\\u0085\"",
                        "\\u2028\\u2029\\u0085"),
                Arguments.of(
                        "\u200b\u00a0\ufeff",
                        "\\u200b\\u00a0\\ufeff",
                        "\"\\u200b\\u00a0\\ufeff\"",
                        "\\u200b\\u00a0\\ufeff"),
                Arguments.of(
                        "\u034f\u115f\u17b4\u180b\u2800\u3164\ufe0f\uffa0\udb40\udd00",
                        "\\u034f\\u115f\\u17b4\\u180b\\u2800\\u3164\\ufe0f\\uffa0\\udb40\\udd00",
                        "\"\\u034f\\u115f\\u17b4\\u180b\\u2800\\u3164\\ufe0f\\uffa0\\udb40\\udd00\"",
                        "\\u034f\\u115f\\u17b4\\u180b\\u2800\\u3164\\ufe0f\\uffa0\\udb40\\udd00"),
                Arguments.of("\ud800x\udc00", "\\ud800x\\udc00", "\"\\ud800x\\udc00\"", "\\ud800x\\udc00"),
                Arguments.of("\udb40\udc01", "\\udb40\\udc01", "\"\\udb40\\udc01\"", "\\udb40\\udc01"),
                Arguments.of(
                        "caf\u00e9 " + SMILE,
                        "caf\u00e9 " + SMILE,
                        "\"caf\u00e9 " + SMILE + "\"",
                        "caf\\u00e9 \\ud83d\\ude00"),
                Arguments.of("say \"hi\" \\n", "say \"hi\" \\n", "\"say \\\"hi\\\" \\\\n\"", "say \"hi\" \\n"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void escapesWhatIsNotVisible(String text, String line, String quoted, String ascii) {
        assertThat(VisibleText.line(text)).isEqualTo(line);
        assertThat(VisibleText.quoted(text)).isEqualTo(quoted);
        assertThat(VisibleText.ascii(text)).isEqualTo(ascii);
        assertThat(VisibleText.ends(text, 100)).isEqualTo(line);
    }

    @Test
    void cutsNeitherPairsNorEscapes() {
        assertThat(VisibleText.line("abc", 3)).isEqualTo("abc");
        assertThat(VisibleText.line("abcd", 3)).isEqualTo("abc...");
        assertThat(VisibleText.line("ab" + SMILE, 3)).isEqualTo("ab...");
        assertThat(VisibleText.line("ab\n", 3)).isEqualTo("ab...");
        assertThat(VisibleText.quoted("ab\"c", 3)).isEqualTo("\"ab\"...");
        assertThat(VisibleText.ascii(SMILE, 11)).isEqualTo("...");
        assertThat(VisibleText.ends("abcdefgh", 6)).isEqualTo("abc...fgh");
        assertThat(VisibleText.ends("ab" + SMILE + "cd" + SMILE + "ef", 6)).isEqualTo("ab...ef");
        assertThat(VisibleText.ends("aaaaaa\n", 6)).isEqualTo("aaa...a\\n");
    }

    @Test
    void everyResultIsShortVisibleAndStable() {
        long seed = Long.getLong("toolpolicy.seed", 1);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65536));
            }
            int limit = random.nextInt(60);
            String line = VisibleText.line(text, limit);
            assertThat(line).as("seed %d", seed).hasSizeLessThanOrEqualTo(limit + VisibleText.MORE.length());
            assertThat(VisibleText.line(line)).as("seed %d", seed).isEqualTo(line);
            String ends = VisibleText.ends(text, limit);
            assertThat(ends).as("seed %d", seed).hasSizeLessThanOrEqualTo(limit + VisibleText.MORE.length());
            assertThat(VisibleText.line(ends)).as("seed %d", seed).isEqualTo(ends);
        }
    }
}
