package dev.toolpolicy.analysis.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import org.junit.jupiter.api.Test;

/** Patterns are made once as long as they are used, and take no more memory than those used last. */
class PatternsTest {

    @Test
    void recentPatternsAreKeptAndOldOnesAreNot() {
        Language used = Patterns.language("used");
        Language forgotten = Patterns.language("forgotten");
        assertThat(Patterns.language("used")).isSameAs(used);
        for (int i = 0; i < 10_000; i++) {
            Patterns.language("o" + i);
            if (i % 1_000 == 0) {
                assertThat(Patterns.language("used"))
                        .as("after %d others", i + 1)
                        .isSameAs(used);
            }
        }
        assertThat(Patterns.language("forgotten")).isNotSameAs(forgotten);
    }

    @Test
    void largePatternsAreNotKept() {
        Language large = Patterns.language("^a{300}$");
        assertThat(large.states()).isGreaterThan(300);
        assertThat(Patterns.language("^a{300}$")).isNotSameAs(large);
    }
}
