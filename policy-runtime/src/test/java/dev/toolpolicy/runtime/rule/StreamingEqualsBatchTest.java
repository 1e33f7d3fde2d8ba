package dev.toolpolicy.runtime.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.json.FragmentParser;
import dev.toolpolicy.runtime.json.SchemaCheck;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A random list on random arguments, cut at random: the stream decides as the oracle does, and never changes its mind. */
class StreamingEqualsBatchTest {
    private static final int ROUNDS = 15_000;

    @Test
    void streamBatchAndOracleAgree() {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        int early = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            RandomCalls calls = new RandomCalls(random);
            ToolSchema schema = calls.schema();
            RuleList rules = calls.rules(schema);
            ObjectNode arguments = calls.arguments(schema);
            String text = calls.text(arguments);
            String what = "seed " + (seed + round) + ": " + schema + "\n" + rules + "\n" + text;

            RuleVerdict expected = RuleOracle.decide(schema, rules, arguments);
            CompiledRules compiled = CompiledRules.of(schema, rules);
            early += stream(compiled, schema, text, random, expected, what) < text.length() ? 1 : 0;
        }
        assertTrue(early > ROUNDS / 3, "only " + early + " decisions came early");
    }

    /** Feeds the text in random cuts; the number of characters after which the verdict was there. */
    private static int stream(
            CompiledRules rules, ToolSchema schema, String text, Random random, RuleVerdict expected, String what) {
        RuleEvaluation evaluation = rules.begin();
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(schema), evaluation));
        int decidedAt = evaluation.verdict().isPresent() ? 0 : Integer.MAX_VALUE;
        int most = 1 + random.nextInt(12);
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + 1 + random.nextInt(most));
            parser.append(text.substring(at, end));
            at = end;
            Optional<RuleVerdict> verdict = evaluation.verdict();
            if (verdict.isPresent()) {
                assertEquals(expected, verdict.get(), what);
                decidedAt = Math.min(decidedAt, at);
            } else {
                assertTrue(evaluation.waitingOn().isPresent(), what);
            }
        }
        parser.finish();
        assertEquals(Optional.empty(), parser.error(), what);
        assertEquals(Optional.of(expected), evaluation.verdict(), what);
        return decidedAt;
    }

    @Test
    void batchAndOracleAgree() {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            RandomCalls calls = new RandomCalls(new Random(seed + round));
            ToolSchema schema = calls.schema();
            RuleList rules = calls.rules(schema);
            ObjectNode arguments = RuleOracle.filled(schema, calls.arguments(schema));
            assertEquals(
                    RuleOracle.decide(schema, rules, arguments),
                    CompiledRules.of(schema, rules).evaluate(arguments),
                    () -> schema + "\n" + rules + "\n" + arguments);
        }
    }
}
