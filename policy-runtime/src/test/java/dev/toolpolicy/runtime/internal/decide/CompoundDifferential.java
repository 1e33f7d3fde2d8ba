package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.NormalPath;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One random list of rules with commands, globs, URLs, elements, facts and several conditions, and a few calls. The
 * decision on the complete arguments and in the stream, however it is cut, is the oracle's, and never changes.
 */
public final class CompoundDifferential {
    /** The number of calls for each list. */
    public static final int CALLS = 20;

    /** The results for the calls of some seeds. */
    public static final class Tally {
        private long calls;
        private long early;
        private long unread;
        private long guarded;
        private final long[] modes = new long[4];

        /** Returns the number of calls. */
        public long calls() {
            return calls;
        }

        long early() {
            return early;
        }

        long unread() {
            return unread;
        }

        @Override
        public String toString() {
            return calls + " calls: " + early + " decided early, " + unread + " marked, " + guarded
                    + " kept from running by a path; ask " + modes[0] + ", allow " + modes[1] + ", edit " + modes[2]
                    + ", deny " + modes[3];
        }
    }

    private final long seed;
    private final Random random;
    private final RandomCompound calls;
    private final boolean workspace;
    private final RuleList rules;
    private final CompiledRules compiled;

    private CompoundDifferential(long seed) {
        this.seed = seed;
        random = new Random(seed);
        calls = new RandomCompound(random);
        workspace = random.nextInt(3) == 0;
        rules = calls.rules();
        PathSettings paths = workspace
                ? PathSettings.plain().withForm(NormalPath.Form.PLAIN.inWorkspace("/w"))
                : PathSettings.plain();
        compiled = CompiledRules.of(RandomCompound.SCHEMA, RandomCompound.FACTS, rules, paths);
    }

    /** Checks the calls of a seed. An {@link AssertionError} says the seed and what doesn't hold. */
    public static void check(long seed, Tally tally) {
        CompoundDifferential differential = new CompoundDifferential(seed);
        for (int i = 0; i < CALLS; i++) {
            differential.check(tally);
        }
    }

    private void check(Tally tally) {
        ObjectNode facts = calls.facts();
        ObjectNode flows = calls.flows();
        ObjectNode arguments = calls.arguments();
        Supplier<String> what = () -> "seed " + seed + (workspace ? " in /w: " : ": ") + rules.rules() + "\n" + facts
                + "\n" + flows + "\n" + arguments;
        KleeneOracle oracle = new KleeneOracle(facts, flows, workspace);
        RuleDecision expected = oracle.decide(rules, arguments);
        NormalPath.Form form = workspace ? NormalPath.Form.PLAIN.inWorkspace("/w") : NormalPath.Form.PLAIN;
        Facts known = Facts.of(facts).with(Membership.in(flows, form));
        assertEquals(expected, compiled.evaluate(arguments, known), what);
        assertEquals(expected, compiled.secondOpinion(arguments, known), what);
        int mark = oracle.mark(rules, arguments);
        assertEquals(mark < 0 ? OptionalInt.empty() : OptionalInt.of(mark), compiled.marked(arguments, known), what);
        Reading single = new Reading(known);
        Reading cut = new Reading(known);
        String text = arguments.toString();
        single.feed(text, null);
        cut.feed(text, random);
        assertEquals(Optional.of(expected), single.evaluation.verdict(), what);
        assertEquals(Optional.of(expected), cut.evaluation.verdict(), what);
        assertEquals(single.evaluation.decidedAt(), cut.evaluation.decidedAt(), what);
        assertEquals(single.evaluation.explanation(), cut.evaluation.explanation(), what);
        assertEquals(
                Optional.of(expected),
                single.evaluation.explanation().orElseThrow().decision(),
                what);
        tally.calls++;
        tally.early += single.evaluation.decidedAt() < text.length() ? 1 : 0;
        tally.unread += expected.unread() ? 1 : 0;
        tally.guarded += expected.guarded().isPresent() ? 1 : 0;
        tally.modes[expected.mode().ordinal()]++;
    }

    /** A text fed in one cutting. */
    private final class Reading {
        private final TextPosition position = new TextPosition();
        private final RuleEvaluation evaluation;
        private final FragmentParser parser;

        Reading(Facts facts) {
            evaluation = compiled.begin(position, facts, true);
            parser = new FragmentParser(
                    ArgumentLimits.defaults(), new SchemaCheck(RandomCompound.SCHEMA, evaluation.visitor()), position);
        }

        /** Feeds a text in random pieces, or unit by unit. */
        void feed(String text, @Nullable Random pieces) {
            Optional<Explanation> explained = Optional.empty();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + (pieces == null ? 1 : pieces.nextInt(9)));
                Optional<RuleDecision> before = evaluation.verdict();
                assertTrue(before.isPresent() || evaluation.waitingOn().isPresent());
                if (before.isPresent() && explained.isEmpty()) {
                    explained = evaluation.explanation();
                }
                parser.append(text.substring(at, end));
                before.ifPresent(known -> assertEquals(before, evaluation.verdict()));
                at = end;
            }
            parser.finish();
            assertEquals(Optional.empty(), parser.error());
            explained.ifPresent(known -> assertEquals(Optional.of(known), evaluation.explanation()));
        }
    }
}
