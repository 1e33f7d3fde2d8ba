package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each rule of a list for one call, and what follows. Going down the list, only the first rule that
 * is not eliminated can decide: matched, it decides; open, the answer waits for it, whatever later rules know. So a
 * verdict, once there, is that of the complete arguments. An answer to run unattended also waits for the guards of all
 * paths. Not thread-safe.
 */
final class RuleStates {
    /** A value to come may still make the rule hold, or fail. */
    private static final byte OPEN = 0;
    /** The rule holds, whatever comes. */
    private static final byte MATCHED = 1;
    /** The rule fails, whatever comes. */
    private static final byte ELIMINATED = 2;

    private final CompiledRules rules;
    private final @Nullable Trace trace;
    private final byte[] states;
    private final boolean[] reached;
    private int first;
    private int openGuard;
    private @Nullable RuleVerdict verdict;

    RuleStates(CompiledRules rules, @Nullable Trace trace) {
        this.rules = rules;
        this.trace = trace;
        states = new byte[rules.size() + rules.guards()];
        reached = new boolean[rules.size()];
        for (int i = 0; i < rules.size(); i++) {
            states[i] = rules.isCatchAll(i) ? MATCHED : OPEN;
        }
        advance();
    }

    /** A value satisfies the rule's matcher. */
    void satisfied(int rule) {
        if (rules.needsAll(rule)) {
            reached[rule] = true;
        } else {
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
            if (trace != null) {
                trace.settled(rule);
            }
            if (rule == first || rule >= rules.size()) {
                advance();
            }
        }
    }

    private void advance() {
        while (first < rules.size() && states[first] == ELIMINATED) {
            first++;
        }
        if (first == rules.size()) {
            verdict = RuleVerdict.IMPLICIT;
        } else if (states[first] == MATCHED) {
            verdict = guarded(RuleVerdict.by(first, rules.mode(first)));
        }
    }

    /** An unattended answer stands once every guard is eliminated, and falls with the first that is matched. */
    private @Nullable RuleVerdict guarded(RuleVerdict answer) {
        if (answer.mode() != Mode.UNATTENDED) {
            return answer;
        }
        openGuard = -1;
        for (int guard = rules.size(); guard < states.length; guard++) {
            if (states[guard] == MATCHED) {
                return answer.guardedBy(rules.guard(guard));
            } else if (states[guard] == OPEN && openGuard < 0) {
                openGuard = guard;
            }
        }
        return openGuard < 0 ? answer : null;
    }

    Explanation.State state(int rule) {
        return switch (states[rule]) {
            case MATCHED -> Explanation.State.MATCHED;
            case ELIMINATED -> Explanation.State.ELIMINATED;
            default -> Explanation.State.OPEN;
        };
    }

    /** The verdict, or null while the first rule that is not eliminated is open. */
    @Nullable RuleVerdict verdict() {
        return verdict;
    }

    /** The place that the first open rule, or guard, looks at; empty once there is a verdict. */
    Optional<String> waitingOn() {
        if (verdict != null) {
            return Optional.empty();
        }
        return states[first] == MATCHED
                ? Optional.of(rules.guard(openGuard))
                : rules.condition(first).map(condition -> condition.argument().toString());
    }
}
