package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One approval request from its opening to its reply. Its {@link State} changes under its lock; handlers and stages are
 * called outside of it. Safe for use from any thread.
 */
public final class OpenRequest {
    static final Logger LOG = System.getLogger(PermissionCoordinator.class.getName());

    private enum State {
        /** The coordinator has not shown it. */
        WAITING,
        /** The handler is asked, or will be as soon as its lane is free. */
        SHOWN,
        /** The handler has answered, and the answer is neither used nor dropped: it can arrive when it isn't needed. */
        ANSWERED,
        /** It has a reply or was withdrawn; later answers are ignored. */
        OVER;

        boolean isOpen() {
            return this == WAITING || this == SHOWN;
        }
    }

    private final PermissionCoordinator coordinator;
    private final PermissionSettings settings;
    private final SerialLane lane;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private ApprovalRequest request;
    /** The last revision that the handler has seen; null before it was asked. */
    private @Nullable ApprovalRequest seen;

    private @Nullable TimeLimit limit;
    private State state = State.WAITING;

    OpenRequest(
            PermissionCoordinator coordinator, PermissionSettings settings, SerialLane lane, ApprovalRequest request) {
        this.coordinator = coordinator;
        this.settings = settings;
        this.lane = lane;
        this.request = request;
    }

    synchronized ApprovalRequest request() {
        return request;
    }

    /**
     * Returns a stage with the reply. It never completes if the request is withdrawn first, and never exceptionally.
     *
     * @return the stage; a caller that uses the reply must {@linkplain #take take} it
     */
    public CompletionStage<Reply> reply() {
        return reply.minimalCompletionStage();
    }

    /** Shows the request, at its turn. */
    void show() {
        synchronized (this) {
            if (state != State.WAITING) {
                return;
            }
            state = State.SHOWN;
            limit = TimeLimit.start(
                    settings.limit(),
                    () -> revoke("no answer came within " + TimeLimit.words(settings.limit()), AnswerSource.TIMED_OUT));
        }
        inLane(this::ask);
    }

    private void ask() {
        ApprovalRequest now;
        synchronized (this) {
            if (!state.isOpen()) {
                return;
            }
            now = request;
            seen = now;
        }
        try {
            CompletionStage<Answer> stage = settings.handler().ask(now);
            if (stage == null) {
                failed("it gave no stage", null);
            } else {
                stage.whenComplete(this::answered);
            }
        } catch (Throwable failure) {
            failed("it threw " + failure.getClass().getName(), failure);
            UserCode.rethrowFatal(failure);
        }
    }

    private void answered(@Nullable Answer answer, @Nullable Throwable failure) {
        if (failure != null) {
            failed("its answer failed with " + failure.getClass().getName(), failure);
        } else if (answer == null) {
            failed("it gave no answer", null);
        } else if (answer.request() != request().id()) {
            failed("its answer belongs to another request", null);
        } else if (answer.kind() == Answer.Kind.DECLINE_ALL) {
            declineAll(answer);
        } else {
            settle(new Reply(answer, AnswerSource.HANDLER));
        }
    }

    /** Declines, since the handler failed. The log names the call without its arguments and its result. */
    private void failed(String what, @Nullable Throwable failure) {
        if (settle(declined("asking for it failed", AnswerSource.FAILED))) {
            ApprovalRequest asked = request();
            String call = asked.tool().name() + "#" + asked.callId() + " of session " + asked.session();
            UserCode.log(
                    LOG,
                    Level.WARNING,
                    "the permission handler failed on " + VisibleText.line(call) + ": " + what
                            + "; the request is declined",
                    failure);
        }
    }

    Reply declined(String why, AnswerSource source) {
        return new Reply(Answer.decline(request().id(), why), source);
    }

    /** Ends the request with a reply, unless it is over. */
    boolean settle(Reply came) {
        if (!end(came.source() == AnswerSource.HANDLER)) {
            return false;
        }
        reply.complete(came);
        coordinator.showNext();
        return true;
    }

    private void declineAll(Answer all) {
        if (end(true)) {
            List<OpenRequest> behind = coordinator.takeWaiting();
            reply.complete(declined(all.reason(), AnswerSource.HANDLER));
            UserCode.each(behind, each -> each.settle(each.declined(all.reason(), AnswerSource.TOGETHER)));
            coordinator.showNext();
        }
    }

    private boolean end(boolean byHandler) {
        synchronized (this) {
            if (!state.isOpen()) {
                return false;
            }
            state = byHandler ? State.ANSWERED : State.OVER;
            if (limit != null) {
                limit.cancel();
            }
        }
        coordinator.remove(this);
        return true;
    }

    /**
     * Ends the request with a decline that isn't the handler's. The handler is notified before it sees the next
     * request.
     */
    void revoke(String why, AnswerSource source) {
        if (end(false)) {
            try {
                tellWithdrawn(why);
            } finally {
                reply.complete(declined(why, source));
                coordinator.showNext();
            }
        }
    }

    /** Marks the handler's answer as used, and notifies the handler. Does nothing if there is no answer. */
    public void take() {
        if (isFirstToHearOfAnswer()) {
            tellLast(settings.handler()::answered);
        }
    }

    /**
     * Withdraws the request. Does nothing if the request is over, unless its answer is not taken yet: the handler is
     * then notified that the answer isn't used.
     *
     * @param reason the reason, for people
     */
    public void withdraw(String reason) {
        if (end(false)) {
            try {
                tellWithdrawn(reason);
            } finally {
                coordinator.showNext();
            }
        } else if (isFirstToHearOfAnswer()) {
            tellWithdrawn(reason);
        }
    }

    private synchronized boolean isFirstToHearOfAnswer() {
        boolean first = state == State.ANSWERED;
        if (first) {
            state = State.OVER;
        }
        return first;
    }

    private void tellWithdrawn(String reason) {
        tellLast(last -> settings.handler().withdrawn(last, reason));
    }

    /** Notifies the handler of the last revision, if it has seen the request. */
    private void tellLast(Consumer<? super ApprovalRequest> notice) {
        inLane(() -> {
            ApprovalRequest last = last();
            if (last != null) {
                tell(() -> notice.accept(last));
            }
        });
    }

    private synchronized @Nullable ApprovalRequest last() {
        return seen;
    }

    /**
     * Updates the request with more arguments. Does nothing if the request is no longer open.
     *
     * @param next the same request in its next revision
     */
    public void refresh(ApprovalRequest next) {
        synchronized (this) {
            if (!state.isOpen()) {
                return;
            }
            request = next;
            if (state == State.WAITING) {
                return;
            }
        }
        inLane(this::tellRefreshed);
    }

    private void tellRefreshed() {
        ApprovalRequest now;
        synchronized (this) {
            now = request;
            if (!state.isOpen() || seen == null || seen.revision() >= now.revision()) {
                return;
            }
            seen = now;
        }
        tell(() -> settings.handler().refreshed(now));
    }

    private static void tell(Runnable notice) {
        UserCode.run(
                LOG,
                Level.WARNING,
                "the permission handler threw in a notification; the request is not affected",
                notice);
    }

    private void inLane(Runnable task) {
        try {
            lane.execute(task);
        } catch (Throwable rejected) {
            failed("its executor rejected it", rejected);
            UserCode.rethrowFatal(rejected);
        }
    }
}
