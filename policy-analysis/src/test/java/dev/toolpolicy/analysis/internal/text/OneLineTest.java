package dev.toolpolicy.analysis.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text of others in logs and messages. */
class OneLineTest {

    @Test
    void whatEndsALineOrIsNotSeenIsAQuestionMark() {
        assertThat(OneLine.of("a\nb\r\tc\u001b[31m\u0085\u2028\u2029\u202e\u200b\ud800d\ud83d\ude00\udb40\udc01", 100))
                .isEqualTo("a?b??c?[31m??????d\ud83d\ude00?");
    }

    @Test
    void whatIsTooLongIsCutBetweenCharacters() {
        String smiles = "\ud83d\ude00".repeat(3);
        assertThat(OneLine.of(smiles, 3)).isEqualTo(smiles);
        assertThat(OneLine.of(smiles + "x", 3)).isEqualTo(smiles + "...");
        assertThat(OneLine.of("\udb40\udc01", 1)).isEqualTo("?");
        assertThat(OneLine.of("", 0)).isEmpty();
    }
}
