package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
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
    private final Clock clock;
    private final CompletableFuture<CallResult> result = new CompletableFuture<>();
    private final List<CallStep> steps = new ArrayList<>();
    private final AtomicBoolean settled = new AtomicBoolean();
    private State state = State.OPEN;
    private volatile Optional<String> awaited = Optional.empty();
    private @Nullable Boolean declined;
    private volatile @Nullable ToolResult ran;
    /** What was known at the last evaluation, as bits. */
    private int known = -1;

    TurnCall(ToolCallStream stream, int index, Clock clock) {
        this.stream = stream;
        this.index = index;
        this.clock = clock;
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

    boolean isStopped() {
        return state == State.STOPPED || state == State.INVALID;
    }

    /** Returns whether its text has revealed something, since the last evaluation, that can settle it. */
    boolean hasNews() {
        int now = (stream.decision().isPresent() ? 1 : 0)
                | (stream.earlyDenial().isPresent() ? 2 : 0)
                | (stream.error().isPresent() ? 4 : 0)
                | (stream.isWhole() ? 8 : 0);
        boolean news = now != known;
        known = now;
        return news;
    }

    /**
     * Evaluates the state of the call.
     *
     * @param canBeLifted whether an earlier call can still lift a policy's denial
     * @param asks whether there is an approval handler
     */
    void look(boolean canBeLifted, boolean asks) {
        if (isStopped()) {
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

    /** Claims the only end of the call. */
    boolean settle() {
        return !settled.getAndSet(true);
    }

    CompletableFuture<CallResult> result() {
        return result;
    }

    /** Records a step after the call's text has ended. */
    void note(Function<CallStep.Moment, CallStep> step) {
        synchronized (steps) {
            steps.add(step.apply(new CallStep.Moment(UserCode.time(TurnRunner.LOG, clock), stream.length())));
        }
    }

    /** Records the end of the handler. */
    void ran(ToolResult result) {
        ran = result;
        note(at -> new CallStep.Ran(at, result.isSuccess(), result.fold(value -> "", reason -> reason)));
    }

    /** Notes that the call waits for a stored approval. Returns the pending result. */
    CallResult suspend(CallResult pending) {
        awaited = pending.approval();
        return pending;
    }

    /**
     * Returns the record of the call with its verdict. A turn keeps no call waiting for an approval unless it is stored,
     * and a call without any outcome failed to be concluded.
     */
    CallRecord record() {
        CallRecord record = stream.record().followedBy(steps());
        ToolResult end = ran;
        if (end != null) {
            boolean known = !(end instanceof ToolResult.Unknown);
            return record.withVerdict(CallRecord.Verdict.RAN, known ? Optional.of(end.isSuccess()) : Optional.empty());
        }
        CallRecord.Verdict verdict = record.verdict().orElse(CallRecord.Verdict.INVALID);
        Optional<String> approval = awaited;
        if (approval.isPresent()) {
            CallRecord pending = record.withVerdict(CallRecord.Verdict.PENDING, Optional.empty());
            return pending.decision()
                    .map(by -> pending.withDecision(by.withApproval(approval.get())))
                    .orElse(pending);
        }
        return record.withVerdict(
                verdict == CallRecord.Verdict.PENDING ? CallRecord.Verdict.DECLINED : verdict, Optional.empty());
    }

    List<CallStep> steps() {
        synchronized (steps) {
            return List.copyOf(steps);
        }
    }
}
