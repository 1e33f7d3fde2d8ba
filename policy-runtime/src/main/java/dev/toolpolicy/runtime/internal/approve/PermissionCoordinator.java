package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The approval requests of one session. It shows one at a time, in the order of opening, and remembers answers for the
 * session where that is allowed.
 *
 * <p>Safe for use from any thread. No method waits.
 */
public final class PermissionCoordinator {
    private static final String CLOSED = "the session was closed first";
    /** The time that the handlers' executor has to start processing an answer. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private static final AtomicLong IDS = new AtomicLong();

    private final PermissionSettings settings;
    private final SerialLane lane;
    private final RememberedAnswers remembered;
    private final Deque<OpenRequest> waiting = new ArrayDeque<>();
    private @Nullable OpenRequest shown;
    private boolean closed;

    /**
     * Creates a coordinator without requests for one object of a session. It remembers answers together with the
     * session's other objects.
     *
     * @param settings the approval handler and its settings
     * @param answers the answers of the engine's sessions
     * @param session the session's id
     */
    public PermissionCoordinator(PermissionSettings settings, SessionAnswers answers, String session) {
        this.remembered = answers.of(session);
        this.settings = Objects.requireNonNull(settings, "settings");
        this.lane = new SerialLane(settings.executor());
    }

    /** Returns whether requests open before all arguments have arrived. */
    public boolean isEarly() {
        return settings.isEarly();
    }

    /** Returns the answers that the session remembers. */
    public RememberedAnswers memory() {
        return remembered;
    }

    /** Returns whether answers that ask for it are remembered. */
    public boolean hasMemory() {
        return settings.hasMemory();
    }

    /**
     * Returns the number of requests that wait for an answer, shown or not.
     *
     * @return the number as of now
     */
    public synchronized int openRequests() {
        return waiting.size() + (shown == null ? 0 : 1);
    }

    /**
     * Opens a request.
     *
     * @param request creates the request for its number
     * @param first whether it comes before those that wait, since it continues one that was just answered
     * @return the waiting request
     */
    public OpenRequest open(LongFunction<? extends ApprovalRequest> request, boolean first) {
        OpenRequest opened = new OpenRequest(this, settings, lane, request.apply(IDS.incrementAndGet()));
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late && first) {
                waiting.addFirst(opened);
            } else if (!late) {
                waiting.addLast(opened);
            }
        }
        if (late) {
            opened.settle(opened.declined(CLOSED, AnswerSource.CLOSED));
        } else {
            showNext();
        }
        return opened;
    }

    /** Shows the next request, unless one is shown. */
    void showNext() {
        OpenRequest next;
        synchronized (this) {
            if (shown != null) {
                return;
            }
            next = waiting.poll();
            shown = next;
        }
        if (next != null) {
            next.show();
        }
    }

    /** Removes a settled or withdrawn request. The next one is shown after this one's answer was processed. */
    synchronized void remove(OpenRequest request) {
        waiting.remove(request);
        if (shown == request) {
            shown = null;
        }
    }

    /** Removes all waiting requests. */
    synchronized List<OpenRequest> takeWaiting() {
        List<OpenRequest> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /**
     * Returns the executor that processes answers, on the threads of handlers. The answering thread isn't held up. If
     * the handlers' executor rejects, drops or delays a task, the task runs on a thread of its own.
     *
     * @return the executor
     */
    public Executor followUp() {
        return task -> TimeLimit.execute(settings.executor(), PATIENCE, task);
    }

    /** Declines all open requests, and those that are opened later. */
    public void close() {
        List<OpenRequest> open = new ArrayList<>();
        synchronized (this) {
            closed = true;
            open.addAll(takeWaiting());
            if (shown != null) {
                open.add(shown);
            }
        }
        UserCode.each(open, each -> each.revoke(CLOSED, AnswerSource.CLOSED));
    }
}
