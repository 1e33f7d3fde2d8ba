package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The small version of {@link SoakMain}. */
class StreamingEqualsBatchTest {
    private static final int ROUNDS = 10 * Integer.getInteger("toolpolicy.rounds", 100);
    private static final int CALLS = 4;

    @Test
    void streamBatchAndOraclesAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Differential.Tally tally = new Differential.Tally();
        while (tally.texts < ROUNDS) {
            Differential.check(seed++, tally);
        }
        assertTrue(tally.early > ROUNDS / 4, () -> "few are decided early: " + tally);
        assertTrue(tally.invalid > ROUNDS / 10, () -> "few are invalid: " + tally);
        assertTrue(tally.invalid < ROUNDS / 2, () -> "many are invalid: " + tally);
        assertTrue(tally.guarded > ROUNDS / 300, () -> "few are kept by a path: " + tally);
    }

    @Test
    void batchAndOracleAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (long end = seed + ROUNDS / CALLS; seed < end; seed++) {
            RandomCalls calls = new RandomCalls(new Random(seed));
            ToolSchema schema = calls.schema();
            RuleList rules = calls.rules(schema);
            CompiledRules compiled = CompiledRules.of(schema, ToolSchema.of(), rules, PathSettings.plain());
            for (int i = 0; i < CALLS; i++) {
                ObjectNode arguments = RuleOracle.filled(schema, calls.arguments(schema));
                assertEquals(
                        RuleOracle.decide(schema, rules, arguments),
                        compiled.evaluate(arguments, Facts.NONE),
                        "seed " + seed + ": " + schema + "\n" + rules + "\n" + arguments);
            }
        }
    }
}
