package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.runtime.internal.fault.BoundedMap;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of one session's calls that its store didn't take. They belong to the process and not to a registry:
 * services open a session for each request, and outcomes of an earlier request must not be lost. Empty unless a store
 * has failed. Safe for use from any thread.
 */
record UnsavedOutcomes(Owner owner, SessionSettings settings) {
    private static final ConcurrentMap<Owner, Waiting> ALL = new ConcurrentHashMap<>();

    private static final int MAX_UNSURE = 1_000;

    /** Outcomes of calls that were handed over, whose store failed; their hosts try again. The eldest are dropped. */
    private static final Map<Attempt, OutcomeStep.Elsewhere.Unsure> UNSURE =
            Collections.synchronizedMap(new BoundedMap<>(MAX_UNSURE, false));

    static UnsavedOutcomes of(SharedState state) {
        return new UnsavedOutcomes(new Owner(state.settings().store(), state.session()), state.settings());
    }

    /** A session in a store, which is compared by identity. */
    private record Owner(SessionStore store, String session) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Owner owner && session.equals(owner.session) && store == owner.store;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(store) + session.hashCode();
        }
    }

    private record Attempt(Owner owner, String id) {}

    /**
     * The outcomes of a session. One thread tells at a time; others wait, so that none checks before it is told.
     *
     * @param since when the newest came, by {@link System#nanoTime}
     * @param limit how long they are kept: longer, and the store counts their calls as over
     */
    private record Waiting(Queue<OutcomeStep.Here> tellings, ReentrantLock turn, long since, Duration limit) {}

    /** Keeps an outcome of which it isn't known whether the store took it; null for none. */
    void addUnsure(String attempt, OutcomeStep.Elsewhere.@Nullable Unsure outcome) {
        if (outcome != null) {
            UNSURE.put(new Attempt(owner, attempt), outcome);
        }
    }

    /** Takes a kept outcome of an attempt, for the only thread that tries it again. */
    OutcomeStep.Elsewhere.@Nullable Unsure takeUnsure(String attempt) {
        return UNSURE.remove(new Attempt(owner, attempt));
    }

    /** Adds an outcome. One thread records at a time and others wait, so that no check comes before it. */
    void add(OutcomeStep.Here telling) {
        long now = System.nanoTime();
        ALL.values().removeIf(waiting -> Duration.ofNanos(now - waiting.since()).compareTo(waiting.limit()) > 0);
        ALL.compute(owner, (key, known) -> {
            Queue<OutcomeStep.Here> tellings = known == null ? new ConcurrentLinkedQueue<>() : known.tellings();
            tellings.add(telling);
            ReentrantLock turn = known == null ? new ReentrantLock() : known.turn();
            return new Waiting(tellings, turn, now, settings.outcomeTimeout());
        });
    }

    /**
     * Records the kept outcomes.
     *
     * @throws StoreException if the store still fails; the rest stays kept
     */
    void tellEach(Consumer<OutcomeStep.Here> tell) {
        Waiting waiting = ALL.get(owner);
        if (waiting == null) {
            return;
        }
        take(waiting.turn());
        try {
            for (OutcomeStep.Here next = waiting.tellings().peek();
                    next != null;
                    next = waiting.tellings().peek()) {
                tell.accept(next);
                waiting.tellings().remove(next);
            }
        } finally {
            waiting.turn().unlock();
        }
        ALL.computeIfPresent(owner, (key, now) -> now.tellings().isEmpty() ? null : now);
    }

    private void take(ReentrantLock turn) {
        try {
            if (turn.tryLock(settings.retryTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StoreException(
                "outcomes of earlier calls of session \"" + owner.session() + "\" are not recorded yet", null);
    }
}
