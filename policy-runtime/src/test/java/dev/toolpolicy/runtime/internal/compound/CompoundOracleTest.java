package dev.toolpolicy.runtime.internal.compound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.SchemaCheck;
import dev.toolpolicy.runtime.internal.json.TextPosition;
import dev.toolpolicy.runtime.internal.place.Facts;
import dev.toolpolicy.runtime.internal.rule.CompiledRules;
import dev.toolpolicy.runtime.internal.rule.RuleEvaluation;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random lists and calls: stream, complete arguments and the oracle agree, however the text is cut. */
class CompoundOracleTest {
    private static final int LISTS = 3_000;
    private static final int CALLS = 4;

    @Test
    void streamBatchAndOracleAgree() {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        int early = 0;
        int unread = 0;
        for (long end = seed + LISTS; seed < end; seed++) {
            Random random = new Random(seed);
            RandomCompound calls = new RandomCompound(random);
            RuleList rules = calls.rules();
            CompiledRules compiled =
                    CompiledRules.of(RandomCompound.SCHEMA, RandomCompound.FACTS, rules, PathSettings.plain());
            for (int i = 0; i < CALLS; i++) {
                ObjectNode facts = calls.facts();
                ObjectNode arguments = calls.arguments();
                String what = "seed " + seed + ": " + rules.rules() + "\n" + facts + "\n" + arguments;
                RuleDecision expected = new KleeneOracle(facts).decide(rules, arguments);
                assertEquals(expected, compiled.evaluate(arguments, Facts.of(facts)), what);
                Reading single = new Reading(compiled, Facts.of(facts));
                Reading cut = new Reading(compiled, Facts.of(facts));
                String text = arguments.toString();
                single.feed(text, null);
                cut.feed(text, random);
                assertEquals(Optional.of(expected), single.verdict(), what);
                assertEquals(Optional.of(expected), cut.verdict(), what);
                assertEquals(single.evaluation.decidedAt(), cut.evaluation.decidedAt(), what);
                assertEquals(single.evaluation.explanation(), cut.evaluation.explanation(), what);
                assertEquals(Optional.of(expected), explained(single), what);
                early += single.evaluation.decidedAt() < text.length() ? 1 : 0;
                unread += expected.unread() ? 1 : 0;
            }
        }
        int decided = early;
        assertTrue(decided > LISTS, () -> "few are decided early: " + decided);
        int marked = unread;
        assertTrue(marked > LISTS / 60, () -> "few are unread: " + marked);
    }

    private static Optional<RuleDecision> explained(Reading reading) {
        Explanation explanation = reading.evaluation.explanation().orElseThrow();
        assertTrue(explanation.waitingOn().isEmpty());
        return explanation.decision();
    }

    private static final class Reading {
        private final TextPosition position = new TextPosition();
        private final RuleEvaluation evaluation;
        private final FragmentParser parser;

        Reading(CompiledRules rules, Facts facts) {
            evaluation = rules.beginExplained(position, facts);
            parser = new FragmentParser(
                    ArgumentLimits.defaults(), new SchemaCheck(RandomCompound.SCHEMA, evaluation.visitor()), position);
        }

        Optional<RuleDecision> verdict() {
            return evaluation.verdict();
        }

        /** Feeds a text in random pieces, or unit by unit. */
        void feed(String text, Random random) {
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + (random == null ? 1 : random.nextInt(9)));
                Optional<RuleDecision> before = evaluation.verdict();
                assertTrue(before.isPresent() || evaluation.waitingOn().isPresent());
                parser.append(text.substring(at, end));
                before.ifPresent(known -> assertEquals(before, evaluation.verdict()));
                at = end;
            }
            parser.finish();
            assertEquals(Optional.empty(), parser.error());
        }
    }
}
