package dev.toolpolicy.runtime.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.ShadowEvent.Answer;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.fault.UserCode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Other lists for a tool, which are evaluated beside those in force and without any effect: whatever happens in here, the
 * call is what it was. Used from any thread.
 */
public final class ShadowRules {
    private final CompiledRules run;
    private final CompiledRules result;
    private final CompiledRules resultInForce;
    private final ShadowTally tally;

    /**
     * Lists to evaluate.
     *
     * @param run the other run list
     * @param result the other result list
     * @param resultInForce the result list in force
     * @param tally counts and tells what is found
     */
    public ShadowRules(CompiledRules run, CompiledRules result, CompiledRules resultInForce, ShadowTally tally) {
        this.run = run;
        this.result = result;
        this.resultInForce = resultInForce;
        this.tally = tally;
    }

    /** Two answers with different modes. */
    record Difference(String list, Answer inForce, Answer shadow) {}

    /**
     * Compares what is in force with what would be.
     *
     * @param session the session's id
     * @param call the call with its whole, valid arguments
     * @param mode what the run list in force answers it
     * @param rule the rule by which it does
     */
    public void compare(String session, ToolCall call, Mode mode, OptionalInt rule) {
        List<Difference> found = new ArrayList<>();
        try {
            ObjectNode arguments = call.arguments();
            add(found, "run", new Answer(mode, rule), answer(run, arguments));
            add(found, "result", answer(resultInForce, arguments), answer(result, arguments));
        } catch (Throwable e) {
            tally.failed(session, call, e);
            UserCode.rethrowFatal(e);
            return;
        }
        tally.compared(session, call, found);
    }

    private static Answer answer(CompiledRules rules, ObjectNode arguments) {
        RuleVerdict verdict = rules.evaluate(arguments);
        return new Answer(verdict.mode(), verdict.rule());
    }

    private static void add(List<Difference> found, String list, Answer inForce, Answer shadow) {
        if (inForce.mode() != shadow.mode()) {
            found.add(new Difference(list, inForce, shadow));
        }
    }
}
