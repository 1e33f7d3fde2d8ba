package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.SessionPolicies;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session's state in its store, shared with other registries and processes that serve the session. It is read, and
 * changed by compare-and-set. Safe for use from any thread.
 */
final class SharedState {
    static final Logger LOG = System.getLogger(SessionPolicies.class.getName());
    private static final long SHORTEST_PAUSE = Duration.ofNanos(50_000).toNanos();
    private static final int LONGEST_PAUSE_DOUBLINGS = 9;
    private static final JsonNode FORMAT = IntNode.valueOf(SessionState.VERSION);

    private final String session;
    private final SessionSettings settings;
    private final @Nullable FlowRecorder flows;
    /** What the ids of counters begin with; no session can have such an id. */
    private static final String COUNTER = "limit/";

    private volatile SessionState known = new SessionState(SessionStore.State.NONE);

    /** Creates a state whose changes a recorder of flows completes; null if they don't concern flows. */
    SharedState(String session, SessionSettings settings, @Nullable FlowRecorder flows) {
        this(settings, session, flows);
        if (session.regionMatches(true, 0, COUNTER, 0, COUNTER.length())) {
            throw new IllegalArgumentException("the id of a session can't begin with " + COUNTER);
        }
    }

    private SharedState(SessionSettings settings, String session, @Nullable FlowRecorder flows) {
        this.session = session;
        this.settings = settings;
        this.flows = flows;
    }

    /** Returns the state of a counter of a limit over sessions. */
    static SharedState counter(String name, SessionSettings settings) {
        return new SharedState(settings, COUNTER + name, null);
    }

    FlowRecorder flows() {
        return Objects.requireNonNull(flows, "flows");
    }

    String session() {
        return session;
    }

    SessionSettings settings() {
        return settings;
    }

    /** Returns the last known state, without reading. */
    SessionState known() {
        return known;
    }

    /** Returns the last known state, or the newest if reading is cheap. */
    SessionState recent() {
        return askStore("say where it is", () -> settings.store().isLocal()) ? newest() : known;
    }

    /**
     * Returns the time.
     *
     * @throws StoreException if the clock fails: then, as without the state, all calls are denied
     */
    Instant now() {
        return now(settings);
    }

    /**
     * Returns the current time.
     *
     * @throws StoreException if the clock fails
     */
    static Instant now(SessionSettings settings) {
        return ask("the clock of the sessions failed", () -> settings.clock().instant());
    }

    /** Returns the time; empty if the clock fails, which is logged. */
    Optional<Instant> time() {
        try {
            return Optional.of(now());
        } catch (StoreException e) {
            UserCode.log(LOG, Level.ERROR, "the clock of a session failed", e);
            return Optional.empty();
        }
    }

    /** Asks the store. */
    private <T> T askStore(String what, Supplier<? extends T> code) {
        return ask("session \"" + session + "\": its store failed to " + what, code);
    }

    /** Asks the store or the clock. They are user code, so each exception counts as their failure. */
    static <T> T ask(String failed, Supplier<? extends T> code) {
        try {
            return Objects.requireNonNull(code.get(), "it gave null");
        } catch (StoreException told) {
            throw told;
        } catch (Throwable failure) {
            UserCode.rethrowFatal(failure);
            throw new StoreException(failed, failure);
        }
    }

    /**
     * Returns the newest state.
     *
     * @throws StoreException if it can't be read
     */
    SessionState newest() {
        SessionState last = known;
        SessionStore.State stored = askStore("read", () -> settings.store().read(session, last.stored()));
        return stored == last.stored() ? last : know(new SessionState(stored));
    }

    /**
     * Keeps the state as the last known one. It may be older than another thread's, which the next compare-and-set
     * detects.
     */
    private SessionState know(SessionState state) {
        known = state;
        return state;
    }

    /**
     * Changes the state, with retries until no other change conflicts. The step must be pure. It may see a state that
     * already includes its change: when a store fails, it can be unknown whether the change was made.
     *
     * @param step makes the change in the given draft, and returns a result
     * @return the result of the step whose change was stored
     * @throws StoreException if the change can't be made within the session's retryTimeout, or at once on an
     *     interrupted thread, which doesn't wait; the change may have been made
     */
    <T> T change(Function<Draft, T> step) {
        return change(step, false);
    }

    /** Changes the state like {@link #change}, by a step without a result. */
    void update(Consumer<Draft> step) {
        change(withResult(step), false);
    }

    /**
     * Changes the state like {@link #update}, first on the last known state: if that is still the newest, the store isn't
     * asked for it.
     */
    void updateKnown(Consumer<Draft> step) {
        change(withResult(step), true);
    }

    private static Function<Draft, Draft> withResult(Consumer<Draft> step) {
        return draft -> {
            step.accept(draft);
            return draft;
        };
    }

    private <T> T change(Function<Draft, T> step, boolean fromKnown) {
        long deadline = System.nanoTime() + settings.retryTimeout().toNanos();
        for (int attempt = 0; ; attempt++) {
            boolean isNewest = attempt > 0 || !fromKnown;
            try {
                Draft draft = new Draft(isNewest ? newest() : recent());
                T told = step.apply(draft);
                if (draft.isChanged() ? store(draft) : isNewest) {
                    return told;
                }
            } catch (StoreException e) {
                if (e.isFull() || isOver(deadline)) {
                    throw e;
                }
            }
            if (isNewest && isOver(deadline)) {
                throw new StoreException("session \"" + session + "\" was changed concurrently too often", null);
            }
            pause(attempt);
        }
    }

    private static boolean isOver(long deadline) {
        return System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
    }

    private boolean store(Draft draft) {
        if (flows != null) {
            flows.mark(draft);
        }
        if (!draft.opensCall()) {
            draft.put(SessionState.CHANGED, TextNode.valueOf(now().toString()));
        }
        draft.put(SessionState.FORMAT, FORMAT);
        Optional<SessionStore.State> after = askStore(
                "write", () -> settings.store().replace(session, draft.before().stored(), draft.parts()));
        after.ifPresent(stored -> know(new SessionState(stored)));
        return after.isPresent();
    }

    /** Waits before a retry: longer after more conflicts, and for a random time, so that pauses differ. */
    private static void pause(int attempt) {
        long longest = SHORTEST_PAUSE << Math.min(attempt, LONGEST_PAUSE_DOUBLINGS);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
    }

    void delete() {
        askStore("delete", () -> {
            settings.store().delete(session);
            return session;
        });
        known = new SessionState(SessionStore.State.NONE);
        if (flows != null) {
            flows.clear();
        }
    }
}
