package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.runtime.fault.TimeLimit;
import dev.toolpolicy.runtime.fault.UserCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The prompts of one session: shows one at a time, in the order in which they were opened, and brings back what comes of
 * each. It remembers answers for the session, as far as they may be.
 *
 * <p>Used from any thread; no method waits for anybody.
 */
public final class PermissionCoordinator {
    private static final String CLOSED = "the session is closed";
    /** How long the executor of handlers has to begin with what follows from an answer. */
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final AtomicLong IDS = new AtomicLong();

    private final PermissionSettings settings;
    private final SerialLane lane;
    private final RememberedAnswers remembered = new RememberedAnswers();
    private final Deque<OpenPrompt> waiting = new ArrayDeque<>();
    private @Nullable OpenPrompt shown;
    private boolean closed;

    /**
     * A coordinator without prompts. Sessions of an engine have theirs.
     *
     * @param settings who is asked
     */
    public PermissionCoordinator(PermissionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.lane = new SerialLane(settings.executor());
    }

    /**
     * Opens a prompt, behind those that are open.
     *
     * @param prompt makes the prompt of its number
     * @return the prompt, waiting
     */
    public PendingPrompt open(LongFunction<? extends Prompt> prompt) {
        return open(prompt, false);
    }

    /**
     * Opens a prompt that goes on with one that was just answered, before those that wait.
     *
     * @param prompt makes the prompt of its number
     * @return the prompt, waiting
     */
    public PendingPrompt reopen(LongFunction<? extends Prompt> prompt) {
        return open(prompt, true);
    }

    private PendingPrompt open(LongFunction<? extends Prompt> prompt, boolean first) {
        OpenPrompt opened = new OpenPrompt(this, settings, lane, prompt.apply(IDS.incrementAndGet()));
        boolean refused;
        synchronized (this) {
            refused = closed;
            if (!refused && first) {
                waiting.addFirst(opened);
            } else if (!refused) {
                waiting.addLast(opened);
            }
        }
        if (refused) {
            opened.settle(opened.declined(CLOSED, Reply.Source.CLOSED));
        } else {
            showNext();
        }
        return opened;
    }

    /** Shows the next prompt, if none is shown. */
    void showNext() {
        OpenPrompt next;
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

    /** Takes a prompt out that is settled or withdrawn; the next is shown after what follows from it. */
    synchronized void remove(OpenPrompt prompt) {
        waiting.remove(prompt);
        if (shown == prompt) {
            shown = null;
        }
    }

    /** Takes out all that wait. */
    synchronized List<OpenPrompt> takeWaiting() {
        List<OpenPrompt> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /**
     * What somebody wanted to be remembered about calls such as this.
     *
     * @param tool the tool's name
     * @param terms the fingerprint of its schema and list
     * @param reason why somebody would be asked
     * @return the answer to an earlier prompt
     */
    public Optional<Reply> remembered(String tool, String terms, PromptReason reason) {
        return remembered.find(tool, terms, reason).map(answer -> new Reply(answer, Reply.Source.MEMORY));
    }

    /**
     * Keeps an answer for later calls, if it says so and may be kept: an approval for an {@code ask} by a rule, never one
     * by no rule, for a path or for a policy.
     *
     * @param tool the tool's name
     * @param terms the fingerprint of its schema and list
     * @param reason why somebody was asked
     * @param answer what was answered
     */
    public void remember(String tool, String terms, PromptReason reason, Answer answer) {
        remembered.keep(tool, terms, reason, answer);
    }

    /**
     * Runs what follows from an answer, on the threads that handlers are called on: who answers isn't kept. An executor
     * that refuses, drops what it is given or is busy holds up nothing: then it runs on a thread of its own.
     *
     * @return the executor
     */
    public Executor followUp() {
        return task -> TimeLimit.execute(settings.executor(), PATIENCE, task);
    }

    /** Declines all that is open, and whatever is opened from now on. */
    public void close() {
        List<OpenPrompt> open = new ArrayList<>();
        synchronized (this) {
            closed = true;
            open.addAll(takeWaiting());
            if (shown != null) {
                open.add(shown);
            }
        }
        UserCode.each(open, each -> each.revoke(CLOSED, Reply.Source.CLOSED));
    }
}
