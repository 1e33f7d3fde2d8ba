package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Random lists and calls: stream, complete arguments and the oracle agree, however the text is cut. The task soak takes more. */
class CompoundOracleTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 80);

    @Test
    void streamBatchAndOracleAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        CompoundDifferential.Tally tally = new CompoundDifferential.Tally();
        for (int i = 0; i < LISTS; i++) {
            CompoundDifferential.check(seed + i, tally);
        }
        assertTrue(tally.early() > LISTS, () -> "few are decided early: " + tally);
        assertTrue(tally.unread() > LISTS / 60, () -> "few are unread: " + tally);
    }
}
