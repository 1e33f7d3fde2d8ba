package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One call of a turn while the response streams, with its state. Guarded by the turn's lock, except for what happens
 * after its text has ended.
 */
final class TurnCall {

    /** The state of a call. Only an open one needs more of the response. */
    enum State {
        /** Its text isn't complete, or its approval request is open. */
        OPEN,
        /** It may run, or be denied, at its turn. */
        READY,
        /** It is invalid. */
        INVALID,
        /** It was declined or denied while it streamed. */
        STOPPED
    }

    private final ToolCallStream stream;
    private final int index;
    private final CompletableFuture<CallResult> result = new CompletableFuture<>();
    /** The steps after its text had ended. */
    private final CallLog log;

    private final AtomicBoolean settled = new AtomicBoolean();
    private final @Nullable String approval;
    private State state = State.OPEN;
    private @Nullable Boolean declined;
    private boolean early;
    private volatile @Nullable ToolResult ran;
    private volatile @Nullable CallResult end;

    /**
     * Creates a call.
     *
     * @param index the number of calls before it in the response
     * @param approval the stored approval that it uses instead of asking; null for none
     */
    TurnCall(ToolCallStream stream, int index, Clock clock, @Nullable String approval) {
        this.stream = stream;
        this.index = index;
        this.log = new CallLog(clock);
        this.approval = approval;
    }

    /** Concludes the call at its turn. A failure is in the stage. */
    CompletionStage<ToolCallOutcome> conclude() {
        try {
            return approval == null ? stream.conclude() : CompletableFuture.completedFuture(stream.finish(approval));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Returns the stored approval that the call uses; empty if it uses none. */
    Optional<String> approval() {
        return Optional.ofNullable(approval);
    }

    ToolCallStream stream() {
        return stream;
    }

    /** Returns the number of calls before it in the response. */
    int index() {
        return index;
    }

    State state() {
        return state;
    }

    /** Records whether the call was declined. */
    void answered(boolean itIsDeclined) {
        declined = itIsDeclined;
    }

    /** Notes that it was started before the end of the response. Nothing that follows changes its state. */
    void startedEarly() {
        early = true;
    }

    /** Returns whether its own text has ended and it may run before the response ends. */
    boolean mayRunEarly() {
        return state == State.READY && stream instanceof StreamedCall streamed && streamed.isEnded();
    }

    boolean isStopped() {
        return state == State.STOPPED || state == State.INVALID;
    }

    /**
     * Evaluates the state of the call.
     *
     * @param canBeLifted whether an earlier call can still lift a policy's denial
     * @param asks whether there is an approval handler
     */
    void look(boolean canBeLifted, boolean asks) {
        if (isStopped() || early) {
            return;
        }
        if (Boolean.TRUE.equals(declined)) {
            state = State.STOPPED;
        } else if (stream.earlyDenial()
                .map(denial -> denial.denial().isEmpty() || !canBeLifted)
                .orElse(false)) {
            stream.denyNow();
            state = State.STOPPED;
        } else if (stream.error().isPresent()) {
            state = State.INVALID;
        } else if (stream.isWhole() && stream.earlyDenial().isEmpty()) {
            state = mayRun(asks) ? State.READY : State.OPEN;
        }
    }

    private boolean mayRun(boolean asks) {
        return asks
                ? Boolean.FALSE.equals(declined)
                : stream.decision()
                        .filter(decision -> decision.mode() == Mode.ALLOW)
                        .isPresent();
    }

    /** Ends the call with its result, once: it is recorded and reported. */
    void settle(CallResult its, CallReports reports) {
        if (settled.getAndSet(true)) {
            return;
        }
        end = its;
        try {
            String word = its.began() ? its.delivery() : its.kind().word();
            note(CallStep.delivered(word));
            UserCode.run(
                    TurnRunner.LOG,
                    Level.ERROR,
                    "recording call " + stream + " failed; its result stays",
                    () -> reports.report(record()));
        } finally {
            result.complete(its);
        }
    }

    CompletableFuture<CallResult> result() {
        return result;
    }

    /** Records a step after the call's text has ended. */
    void note(CallStep step) {
        log.note(stream.length(), step);
    }

    /** Records the end of the handler. */
    void ran(ToolResult result) {
        ran = result;
        note(CallStep.ran(result.isSuccess(), result.fold(value -> "", reason -> reason)));
    }

    /** Returns the record of the call, with the verdict of its result and the id of the approval that it waits for. */
    CallRecord record() {
        CallRecord record = stream.record().followedBy(log.steps());
        CallResult its = end;
        if (its == null) {
            return record;
        }
        CallRecord ended = record.withVerdict(verdict(its), success());
        return its.approval()
                .flatMap(id -> ended.decision().map(by -> by.withApproval(id)))
                .map(ended::withDecision)
                .orElse(ended);
    }

    private static CallRecord.Verdict verdict(CallResult result) {
        return switch (result.kind()) {
            case LOST -> result.began() ? CallRecord.Verdict.RAN : CallRecord.Verdict.DENIED;
            case RAN, FAILED -> CallRecord.Verdict.RAN;
            case DENIED, EXPIRED, RUNNING -> CallRecord.Verdict.DENIED;
            case DECLINED -> CallRecord.Verdict.DECLINED;
            case INVALID -> CallRecord.Verdict.INVALID;
            case PENDING -> CallRecord.Verdict.PENDING;
        };
    }

    /** Returns whether the handler succeeded; empty if it didn't run, or if that isn't known. */
    private Optional<Boolean> success() {
        ToolResult its = ran;
        return its == null || its.kind() == ToolResult.Kind.UNKNOWN ? Optional.empty() : Optional.of(its.isSuccess());
    }
}
