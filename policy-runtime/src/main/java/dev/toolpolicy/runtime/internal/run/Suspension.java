package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** The suspension of calls that need approval, in sessions that store requests and have no approval handler. */
final class Suspension {
    private static final Logger LOG = System.getLogger(ToolTurn.class.getName());
    private static final String WAITS =
            "Not run yet: this call waits for a person's approval and can run after it is given."
                    + " Go on without its result, and don't send it again.";

    private Suspension() {}

    /** Returns the pending result of a call that doesn't run; empty if it doesn't wait for an approval. */
    static Optional<CallResult> of(CallSetting session, TurnCall ended, ToolCallOutcome outcome) {
        ToolCallStream stream = ended.stream();
        ToolCall call = stream.waiting().orElse(null);
        PreparedTool tool = session.tools().get(stream.tool());
        if (call == null || tool == null || ended.isResumed() || session.permission() != null) {
            return Optional.empty();
        }
        try {
            return session.policies()
                    .approvalValidity()
                    .filter(validity -> isHelpful(session, call, outcome))
                    .map(validity -> session.policies()
                            .requestApproval(
                                    call,
                                    tool.terms(),
                                    tool.asker(call.arguments(), StreamedCall.known(stream)),
                                    FlowEvidence.written(stream, tool),
                                    validity))
                    .map(asked -> TurnRunner.notRun(stream, CallResult.Kind.PENDING, WAITS)
                            .waitingFor(asked.id()));
        } catch (RuntimeException e) {
            UserCode.log(LOG, Level.ERROR, "the approval of call " + stream + " can't be requested", e);
            return Optional.empty();
        }
    }

    /**
     * Returns whether an approval would let the call run: a rule asks, or a policy denies it only without one. Too many
     * open calls or a store that failed don't lead to a request.
     */
    private static boolean isHelpful(CallSetting session, ToolCall call, ToolCallOutcome outcome) {
        return outcome.kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL
                || session.policies().preview(call, true, false).denial().isPresent()
                        && session.policies().preview(call, true, true) == PolicyPreview.ALLOWED;
    }
}
