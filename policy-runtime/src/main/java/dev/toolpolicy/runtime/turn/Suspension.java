package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.session.Approval;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The suspension of calls that need approval, in sessions that store requests and have no approval handler. */
final class Suspension {
    private static final Logger LOG = System.getLogger(ToolTurn.class.getName());
    private static final String WAITS =
            "Not run yet: this call waits for a person's approval and runs when it is given."
                    + " Go on without its result, and don't send it again.";

    private Suspension() {}

    /** Returns the pending result of a call that doesn't run; empty if it doesn't wait for an approval. */
    static Optional<CallResult> of(
            CallSetting session, @Nullable String used, ToolCallStream stream, ToolCallOutcome outcome) {
        ToolCall call = stream.waiting().orElse(null);
        PreparedTool tool = session.tools().get(stream.tool());
        if (call == null || tool == null || used != null || session.permission() != null) {
            return Optional.empty();
        }
        boolean byRule = outcome.kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL;
        try {
            return session.policies()
                    .suspend(call, tool.terms(), byRule)
                    .map(Approval::id)
                    .map(id -> TurnRunner.notRun(stream, CallResult.Kind.PENDING, WAITS)
                            .waitingFor(id));
        } catch (RuntimeException e) {
            UserCode.log(LOG, Level.ERROR, "the approval of call " + stream + " can't be requested", e);
            return Optional.empty();
        }
    }
}
