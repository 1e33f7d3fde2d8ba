package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each rule of a list for one call, and what follows. Going down the list, only the first rule that
 * is not eliminated can decide: matched, it decides; open, the answer waits for it, whatever later rules know. So a
 * verdict, once there, is that of the complete arguments. Not thread-safe.
 */
final class RuleStates {
    /** A value to come may still make the rule hold, or fail. */
    private static final byte OPEN = 0;
    /** The rule holds, whatever comes. */
    private static final byte MATCHED = 1;
    /** The rule fails, whatever comes. */
    private static final byte ELIMINATED = 2;

    private final CompiledRules rules;
    private final byte[] states;
    private final boolean[] reached;
    private int first;
    private @Nullable RuleVerdict verdict;

    RuleStates(CompiledRules rules) {
        this.rules = rules;
        states = new byte[rules.size()];
        reached = new boolean[rules.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = rules.condition(i).isEmpty() ? MATCHED : OPEN;
        }
        advance();
    }

    /** A value satisfies the rule's matcher. */
    void satisfied(int rule) {
        reached[rule] = true;
        if (!rules.needsAll(rule)) {
            settle(rule, MATCHED);
        }
    }

    /** A value doesn't satisfy the rule's matcher; other values may follow if the place is repeated. */
    void failed(int rule, boolean repeated) {
        if (!repeated || rules.needsAll(rule)) {
            settle(rule, ELIMINATED);
        }
    }

    /** No more values will come for the rule. */
    void exhausted(int rule) {
        settle(rule, rules.needsAll(rule) && reached[rule] ? MATCHED : ELIMINATED);
    }

    private void settle(int rule, byte state) {
        if (states[rule] == OPEN) {
            states[rule] = state;
            if (rule == first) {
                advance();
            }
        }
    }

    private void advance() {
        while (first < states.length && states[first] == ELIMINATED) {
            first++;
        }
        if (first == states.length) {
            verdict = RuleVerdict.IMPLICIT;
        } else if (states[first] == MATCHED) {
            verdict = new RuleVerdict(rules.mode(first), OptionalInt.of(first));
        }
    }

    /** The verdict, or null while the first rule that is not eliminated is open. */
    @Nullable RuleVerdict verdict() {
        return verdict;
    }

    /** The place that the first open rule looks at; empty once there is a verdict. */
    Optional<ArgumentPointer> waitingOn() {
        return verdict != null
                ? Optional.empty()
                : rules.condition(first).map(Condition::argument);
    }
}
