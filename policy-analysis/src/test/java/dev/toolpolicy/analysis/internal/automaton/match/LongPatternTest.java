package dev.toolpolicy.analysis.internal.automaton.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import org.junit.jupiter.api.Test;

/** Patterns of every length around those at which the construction's arrays grow. */
class LongPatternTest {

    @Test
    void aLoopAfterAnyNumberOfParts() {
        for (int parts = 0; parts < 140; parts++) {
            String before = "a".repeat(parts);
            Language language =
                    Language.of(TextLanguage.pattern("^(?:[bc]d)*" + before + "(?:bcd|e)*$"), AutomatonLimits.DEFAULT);
            assertTrue(language.contains(before), () -> before);
            assertTrue(language.contains("bdcd" + before + "ebcde"), () -> before);
            assertEquals(parts == 0, language.contains("bde"), () -> before);
            assertEquals(false, language.contains(before + "bc"), () -> before);
        }
    }
}
