package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import dev.toolpolicy.runtime.internal.remember.UnusedApproval;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The suspension of calls that need approval, in sessions that store requests and have no approval handler. */
final class Suspension {
    private static final String WAITS =
            "Not run yet: this call waits for a person's approval and can run after it is given."
                    + " Go on without its result, and don't send it again.";
    private static final String BEHIND =
            "Not run yet: this call waits until an earlier call of the same response is approved and has ended."
                    + " Go on without its result, and don't send it again.";
    private static final String FAILED = "Not run: the session's state is unavailable now. Try again later.";

    private Suspension() {}

    /** Returns the pending result of a call that doesn't run; empty if it doesn't wait for an approval. */
    static Optional<CallResult> of(CallSetting session, TurnCall ended, ToolCallOutcome outcome) {
        ToolCallStream stream = ended.stream();
        ToolCall call = stream.waiting().orElse(null);
        PreparedTool tool = StreamedCall.tool(stream);
        if (call == null || tool == null || session.permission() != null) {
            return Optional.empty();
        } else if (isUnanswered(outcome)) {
            return ended.approval()
                    .map(id -> TurnRunner.notRun(stream, CallResult.Kind.PENDING, outcome.forModel())
                            .waitingFor(id));
        } else if (ended.approval().isPresent()
                && outcome.denial().filter(UnusedApproval::isChanged).isEmpty()) {
            return Optional.empty();
        }
        try {
            return validity(session)
                    .filter(validity -> isHelpful(session, call, outcome))
                    .map(validity -> pending(session, stream, tool, call, validity, null));
        } catch (RuntimeException e) {
            UserCode.log(TurnRunner.LOG, Level.ERROR, "the approval of call " + stream + " can't be requested", e);
            return Optional.empty();
        }
    }

    /**
     * Returns the pending result of a call that waits behind an earlier one of its response; empty if it doesn't wait,
     * since its tool is independent, a rule denies it, or it is invalid.
     *
     * @param earlier the approval for which the earlier call waits
     */
    static Optional<CallResult> behind(CallSetting session, TurnCall ended, String earlier) {
        ToolCallStream stream = ended.stream();
        PreparedTool tool = StreamedCall.tool(stream);
        boolean denied = stream.decision().filter(by -> by.mode() != Mode.DENY).isEmpty();
        if (tool == null
                || denied
                || session.permission() != null
                || ended.approval().isPresent()
                || session.isIndependent(stream.tool())) {
            return Optional.empty();
        }
        try {
            return validity(session)
                    .flatMap(validity -> stream.arguments()
                            .map(arguments -> session.ruled(
                                    tool,
                                    new ToolCall(stream.id(), stream.tool(), arguments),
                                    StreamedCall.known(stream)))
                            .map(call -> pending(session, stream, tool, call, validity, earlier)));
        } catch (RuntimeException e) {
            UserCode.log(TurnRunner.LOG, Level.ERROR, "call " + stream + " can't be stored; it will not run", e);
            return Optional.of(TurnRunner.notRun(stream, CallResult.Kind.DENIED, FAILED));
        }
    }

    private static Optional<Duration> validity(CallSetting session) {
        return session.policies().settings().approvalValidity();
    }

    private static CallResult pending(
            CallSetting session,
            ToolCallStream stream,
            PreparedTool tool,
            ToolCall call,
            Duration validity,
            @Nullable String earlier) {
        Approval asked =
                session.policies().requestApproval(AskingTool.request(session, tool, stream, call, earlier), validity);
        return TurnRunner.notRun(stream, CallResult.Kind.PENDING, earlier == null ? WAITS : BEHIND)
                .waitingFor(asked.id());
    }

    private static boolean isUnanswered(ToolCallOutcome outcome) {
        return outcome.denial()
                .flatMap(UnusedApproval::status)
                .filter(Approval.Status.PENDING::equals)
                .isPresent();
    }

    /**
     * Returns whether an approval would let the call run: a rule asks, or a policy denies it only without one. Too many
     * open calls or a store that failed don't lead to a request.
     */
    private static boolean isHelpful(CallSetting session, ToolCall call, ToolCallOutcome outcome) {
        boolean changed = outcome.denial().filter(UnusedApproval::isChanged).isPresent();
        return outcome.kind() == ToolCallOutcome.Kind.NEEDS_APPROVAL
                || (changed
                                || session.policies()
                                        .preview(call, true, false)
                                        .denial()
                                        .isPresent())
                        && session.policies().preview(call, true, true) == PolicyPreview.ALLOWED;
    }
}
