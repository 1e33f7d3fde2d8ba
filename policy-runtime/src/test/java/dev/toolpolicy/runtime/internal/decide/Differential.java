package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;
import java.util.Random;

/**
 * One random tool, list of rules and way to judge paths, with a few texts: valid ones, and some with a little damage.
 * However a text is cut, it is valid or not as others judge it, with the same error; and a valid one gets the oracle's
 * answer, from the stream as from the complete arguments, which never changes once it is there.
 */
final class Differential {
    static final int TEXTS = 4;

    /** The results for the texts of some seeds. */
    static final class Tally {
        long texts;
        long invalid;
        long early;
        long guarded;
        final long[] modes = new long[4];

        @Override
        public String toString() {
            return texts + " texts: " + invalid + " invalid, " + early + " decided early, " + guarded
                    + " kept from running allow; ask " + modes[0] + ", allow " + modes[1]
                    + ", edit " + modes[2] + ", deny " + modes[3];
        }
    }

    private final Random random;
    private final PathOracle paths;
    private final ToolSchema schema;
    private final RuleList rules;
    private final CompiledRules compiled;
    private final CompiledSchema shape;
    private final ValidityJudge judge;
    private final long seed;

    private Differential(long seed, RandomCalls calls, Random random) throws JsonProcessingException {
        this.seed = seed;
        this.random = random;
        schema = calls.schema();
        rules = calls.rules(schema);
        paths = random.nextInt(3) == 0 ? PathOracle.PLAIN : PathOracle.random(random);
        compiled = CompiledRules.of(schema, ToolSchema.of(), rules, paths.settings());
        shape = CompiledSchema.of(schema);
        judge = new ValidityJudge(schema);
    }

    /** Checks the texts of a seed; an {@link AssertionError} says the seed and what doesn't hold. */
    static void check(long seed, Tally tally) {
        Random random = new Random(seed);
        RandomCalls calls = new RandomCalls(random);
        Differential differential;
        try {
            differential = new Differential(seed, calls, random);
        } catch (JsonProcessingException e) {
            throw new AssertionError("seed " + seed + ": the schema's text is not JSON", e);
        }
        for (int i = 0; i < TEXTS; i++) {
            differential.check(differential.text(calls), tally);
        }
    }

    private String text(RandomCalls calls) {
        Damage damage = new Damage(random);
        ObjectNode arguments = calls.arguments(schema);
        if (random.nextInt(4) == 0) {
            arguments = damage.damaged(arguments);
        }
        String text = calls.text(arguments);
        for (int i = random.nextInt(3) == 0 ? random.nextInt(3) : 0; i > 0 && !text.isEmpty(); i--) {
            text = damage.damaged(text);
        }
        return text;
    }

    private void check(String text, Tally tally) {
        String what = "seed " + seed + ": " + paths + "\n" + schema + "\n" + rules + "\n" + text;
        Optional<ObjectNode> arguments = judge.read(text);
        Optional<RuleDecision> expected = arguments.map(valid -> RuleOracle.decide(schema, rules, valid, paths));
        Reading first = new Reading(what);
        first.feed(text, expected);
        Reading second = new Reading(what);
        second.feed(text, expected);
        assertEquals(first.error(), second.error(), what);
        Reading single = new Reading(what);
        single.feedSingly(text);
        first.assertLike(single);
        second.assertLike(single);
        assertEquals(arguments.isPresent(), first.error().isEmpty(), () -> what + "\n" + first.error());
        tally.texts++;
        if (arguments.isEmpty()) {
            tally.invalid++;
            return;
        }
        JsonNode value = first.values.value().orElseThrow();
        assertTrue(RuleOracle.same(RuleOracle.filled(schema, arguments.get()), value), () -> what + "\n" + value);
        first.assertAnswered(expected.orElseThrow());
        second.assertAnswered(expected.orElseThrow());
        assertSame(expected.orElseThrow(), compiled.evaluate((ObjectNode) value, Facts.NONE), what);
        assertSame(expected.orElseThrow(), compiled.secondOpinion((ObjectNode) value, Facts.NONE), what);
        tally.early += Math.min(first.decidedAt, second.decidedAt) < text.length() ? 1 : 0;
        tally.guarded += expected.get().guarded().isPresent() ? 1 : 0;
        tally.modes[expected.get().mode().ordinal()]++;
    }

    /** Which of several paths stands against a call may differ, nothing else. */
    private static void assertSame(RuleDecision expected, RuleDecision actual, String what) {
        assertEquals(expected.mode(), actual.mode(), what);
        assertEquals(expected.rule(), actual.rule(), what);
        assertEquals(expected.guarded().isPresent(), actual.guarded().isPresent(), what);
    }

    /** A text fed in one random cutting. */
    private final class Reading {
        private final String what;
        private final TextPosition position = new TextPosition();
        private final RuleEvaluation evaluation = compiled.begin(position, Facts.NONE, true);
        private final ValueAggregator values = new ValueAggregator();
        private final FragmentParser parser = new FragmentParser(
                ArgumentLimits.defaults(),
                new SchemaCheck(shape, CheckedVisitor.both(evaluation.visitor(), values)),
                position);
        private int decidedAt = Integer.MAX_VALUE;

        Reading(String what) {
            this.what = what;
        }

        /** One unit after the other, so that what is known can be seen to be known behind it. */
        void feedSingly(String text) {
            look(0, Optional.empty());
            Explanation decided = evaluation.explanation().orElseThrow();
            for (int i = 0; i < text.length() && parser.error().isEmpty(); i++) {
                parser.append(text.substring(i, i + 1));
                look(i + 1, Optional.empty());
                if (decided.decision().isPresent()) {
                    assertEquals(decided, evaluation.explanation().orElseThrow(), what);
                }
                decided = evaluation.explanation().orElseThrow();
                for (JsonNode rule : decided.toJson().path("rules")) {
                    assertTrue(rule.path("offset").longValue() <= i + 1, () -> what + "\n" + rule);
                }
            }
            parser.finish();
            if (decidedAt < Integer.MAX_VALUE) {
                assertEquals(decidedAt, evaluation.decidedAt(), what);
            }
        }

        /** That however a text was cut, the same was known at the same place. */
        void assertLike(Reading single) {
            assertEquals(single.evaluation.verdict(), evaluation.verdict(), what);
            assertEquals(single.evaluation.decidedAt(), evaluation.decidedAt(), what);
            assertEquals(single.evaluation.explanation(), evaluation.explanation(), what);
        }

        void feed(String text, Optional<RuleDecision> expected) {
            look(0, expected);
            int most = 1 + random.nextInt(12);
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + random.nextInt(most + 1));
                parser.append(text.substring(at, end));
                at = end;
                look(at, expected);
            }
            parser.finish();
        }

        private void look(int at, Optional<RuleDecision> expected) {
            Optional<RuleDecision> verdict = evaluation.verdict();
            if (verdict.isEmpty()) {
                assertTrue(decidedAt == Integer.MAX_VALUE, what);
                assertTrue(evaluation.waitingOn().isPresent(), what);
                return;
            }
            decidedAt = Math.min(decidedAt, at);
            expected.ifPresent(answer -> assertSame(answer, verdict.get(), what));
        }

        Optional<ArgumentError> error() {
            return parser.error();
        }

        void assertAnswered(RuleDecision expected) {
            assertSame(expected, evaluation.verdict().orElseThrow(() -> new AssertionError(what)), what);
        }
    }
}
