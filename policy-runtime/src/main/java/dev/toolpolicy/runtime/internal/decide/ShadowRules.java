package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Other rule lists for a tool, evaluated beside the current ones without any effect on the call, even if they fail.
 * Safe for use from any thread.
 *
 * @param run the other run list
 * @param result the other result list
 * @param currentResult the current result rules
 * @param tally counts and tells what is found
 */
public record ShadowRules(CompiledRules run, CompiledRules result, CompiledRules currentResult, ShadowTally tally) {
    /** Two decisions with different modes. */
    record Difference(ListKind list, RuleDecision current, RuleDecision shadow) {}

    /**
     * Compares the current decision with the shadow's.
     *
     * @param session the session's id
     * @param call the call with its whole, valid arguments
     * @param facts what was known about the call
     * @param mode the current decision on the call
     * @param rule the rule by which it does
     */
    public void compare(String session, ToolCall call, Facts facts, Mode mode, OptionalInt rule) {
        List<Difference> found = new ArrayList<>();
        try {
            ObjectNode arguments = call.arguments();
            RuleDecision current = new RuleDecision(mode, rule, Optional.empty(), false);
            add(found, ListKind.RUN, current, run.evaluate(arguments, facts));
            add(found, ListKind.RESULT, currentResult.evaluate(arguments, facts), result.evaluate(arguments, facts));
        } catch (Throwable e) {
            tally.failed(session, call, e);
            UserCode.rethrowFatal(e);
            return;
        }
        tally.compared(session, call, found);
    }

    private static void add(List<Difference> found, ListKind list, RuleDecision current, RuleDecision shadow) {
        if (current.mode() != shadow.mode()) {
            found.add(new Difference(list, current, shadow));
        }
    }
}
