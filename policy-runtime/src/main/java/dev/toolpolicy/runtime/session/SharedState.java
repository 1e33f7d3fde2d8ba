package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.runtime.store.StoredSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One session's state in its store, shared with whoever else serves the session: read, and changed by compare-and-set.
 * Used from any thread.
 */
final class SharedState {
    private static final Logger LOG = System.getLogger(PolicyRegistry.class.getName());
    private static final long SHORTEST_PAUSE = Duration.ofNanos(50_000).toNanos();
    private static final int LONGEST_PAUSE_DOUBLINGS = 9;

    private final String session;
    private final SessionSettings settings;
    private volatile SessionState known = new SessionState(StoredSession.NONE);

    SharedState(String session, SessionSettings settings) {
        this.session = session;
        this.settings = settings;
    }

    String session() {
        return session;
    }

    SessionStore store() {
        return settings.store();
    }

    Duration patience() {
        return settings.patience();
    }

    /** The state as this process knows it; the newest, if that costs nothing. */
    SessionState recent() {
        return ask("say where it is", () -> settings.store().isLocal()) ? newest() : known;
    }

    /**
     * The time.
     *
     * @throws StoreException if the clock fails: without it, as without the state, nothing is allowed
     */
    Instant now() {
        return ask("tell the time", () -> settings.clock().instant());
    }

    /** The time; empty if the clock fails, which is logged. */
    Optional<Instant> time() {
        try {
            return Optional.of(now());
        } catch (StoreException e) {
            UserCode.log(LOG, Level.ERROR, "the clock of a session failed", e);
            return Optional.empty();
        }
    }

    /** Asks the store or the clock, which are user code: however they fail, it is their failure. */
    private <T> T ask(String what, Supplier<? extends T> code) {
        try {
            return Objects.requireNonNull(code.get(), "it gave null");
        } catch (StoreException told) {
            throw told;
        } catch (Throwable failure) {
            UserCode.rethrowFatal(failure);
            throw new StoreException("session \"" + session + "\": what it is kept by can't " + what, failure);
        }
    }

    /**
     * The newest state.
     *
     * @throws StoreException if it can't be read
     */
    SessionState newest() {
        SessionState last = known;
        StoredSession stored = ask("read", () -> settings.store().read(session, last.stored()));
        return stored == last.stored() ? last : know(new SessionState(stored));
    }

    /** What is known may be older than what another thread knows by now, which the next compare-and-set finds out. */
    private SessionState know(SessionState state) {
        known = state;
        return state;
    }

    /**
     * Changes the state, again and again until no other change comes between. A step is pure. It may see a state in which
     * it has taken place: when a store fails, it can be unknown whether it had done what it was asked.
     *
     * @param step makes the change in the draft it is given, and tells what came of it
     * @return what the step that took place told
     * @throws StoreException if it can't be done within the session's patience, or at once on a thread that is interrupted,
     *     which isn't kept waiting; it may have taken place
     */
    <T> T change(Function<Draft, T> step) {
        long deadline = System.nanoTime() + settings.patience().toNanos();
        for (int attempt = 0; ; attempt++) {
            try {
                Draft draft = new Draft(newest());
                T told = step.apply(draft);
                if (!draft.isChanged() || store(draft)) {
                    return told;
                }
            } catch (StoreException e) {
                if (isOver(deadline)) {
                    throw e;
                }
            }
            if (isOver(deadline)) {
                throw new StoreException("session \"" + session + "\" was changed by others again and again", null);
            }
            pause(attempt);
        }
    }

    private static boolean isOver(long deadline) {
        return System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
    }

    private boolean store(Draft draft) {
        draft.put(SessionState.CHANGED, TextNode.valueOf(now().toString()));
        Optional<StoredSession> after =
                ask("write", () -> settings.store().replace(session, draft.before().stored(), draft.parts()));
        after.ifPresent(stored -> know(new SessionState(stored)));
        return after.isPresent();
    }

    /** The more often others came first, the longer, and never as long as another's pause. */
    private static void pause(int attempt) {
        long longest = SHORTEST_PAUSE << Math.min(attempt, LONGEST_PAUSE_DOUBLINGS);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
    }

    void delete() {
        ask("delete", () -> {
            settings.store().delete(session);
            return session;
        });
        known = new SessionState(StoredSession.NONE);
    }
}
