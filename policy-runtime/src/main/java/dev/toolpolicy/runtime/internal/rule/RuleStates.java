package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.runtime.decision.Explanation;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The state of each rule of a list for one call, and when it was settled. Not thread-safe. */
final class RuleStates {
    private final FirstRules rules;
    private final Explanation.State[] states;
    private final boolean[] reached;
    private final long[] offsets;

    RuleStates(FirstRules rules) {
        this.rules = rules;
        states = new Explanation.State[rules.size()];
        Arrays.setAll(states, rule -> rules.test(rule) == null ? Explanation.State.MATCHED : Explanation.State.OPEN);
        reached = new boolean[rules.size()];
        offsets = new long[rules.size()];
    }

    /**
     * Returns what a value means for a rule; other values may follow if the place is repeated. True if that settles the
     * rule.
     */
    boolean value(int rule, boolean satisfied, boolean repeated, long offset) {
        reached[rule] = true;
        if (satisfied) {
            return !rules.needsAll(rule) && settle(rule, Explanation.State.MATCHED, offset);
        }
        return (!repeated || rules.needsAll(rule)) && settle(rule, Explanation.State.ELIMINATED, offset);
    }

    /** Records that the rule gets no more values. Returns true if that settles the list. */
    boolean exhausted(int rule, long offset) {
        boolean holds = rules.needsAll(rule) && reached[rule];
        return settle(rule, holds ? Explanation.State.MATCHED : Explanation.State.ELIMINATED, offset);
    }

    private boolean settle(int rule, Explanation.State state, long offset) {
        boolean open = states[rule] == Explanation.State.OPEN;
        if (open) {
            states[rule] = state;
            offsets[rule] = offset;
        }
        return open;
    }

    /** Forgets what became known only behind a place of the text; of which rules that is so, says the result. */
    int[] forgetAfter(long offset) {
        int[] late = IntStream.range(0, offsets.length)
                .filter(rule -> offsets[rule] > offset)
                .toArray();
        for (int rule : late) {
            states[rule] = Explanation.State.OPEN;
        }
        return late;
    }

    Explanation.State state(int rule) {
        return states[rule];
    }
}
