package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.fault.BoundedMap;
import dev.toolpolicy.runtime.internal.fault.Require;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process's memory, with a maximum number of sessions. A session that wasn't read or changed for a while
 * is gone. It never waits.
 */
final class MemorySessionStore implements SessionStore {
    private static final int LABELS_PER_SESSION = 100;
    private static final Duration BETWEEN_CLEARINGS = Duration.ofSeconds(1);
    private static final Logger LOG = System.getLogger(SessionStore.class.getName());
    private static final String MORE =
            "Set a larger number with SessionStore.inMemory(sessions, idle), or keep sessions in a database";

    private final int most;
    private volatile Duration idle;
    private final InstantSource clock;
    private final ConcurrentMap<String, Kept> sessions = new ConcurrentHashMap<>();
    /** What stays of sessions that are over. Changed only inside of a change of {@link #sessions} for the same id. */
    private final Map<String, State> lasting;

    private final AtomicLong versions = new AtomicLong();
    private volatile Instant cleared = Instant.EPOCH;
    private final AtomicBoolean warned = new AtomicBoolean();

    MemorySessionStore(int most, Duration idle, InstantSource clock) {
        Require.atLeastOne("sessions", most);
        this.most = most;
        this.idle = Require.positive("idle", idle);
        this.clock = clock;
        long labels = (long) most * LABELS_PER_SESSION - 1;
        this.lasting = Collections.synchronizedMap(new BoundedMap<>((int) Math.min(labels, Integer.MAX_VALUE), false));
    }

    /** A session's state and the times of its last change and use. */
    private static final class Kept {
        private final SessionStore.State state;
        private final Instant changed;
        private volatile Instant used;

        Kept(SessionStore.State state, Instant changed) {
            this.state = state;
            this.changed = changed;
            this.used = changed;
        }
    }

    private boolean isOver(Kept kept, Instant now) {
        return !kept.used.plus(idle).isAfter(now);
    }

    @Override
    public SessionStore.State read(String session, SessionStore.State known) {
        Kept kept = sessions.get(session);
        Instant now = clock.instant();
        if (kept == null || isOver(kept, now)) {
            return readAgain(session, now);
        }
        kept.used = now;
        return kept.state;
    }

    /** Reads a session that may be over, or may just have begun again. */
    private SessionStore.State readAgain(String session, Instant now) {
        AtomicReference<SessionStore.State> read = new AtomicReference<>(SessionStore.State.NONE);
        sessions.compute(session, (id, kept) -> {
            Kept left = kept == null || isOver(kept, now) ? drop(id, kept) : kept;
            read.set(state(id, left));
            return left;
        });
        return Objects.requireNonNull(read.get());
    }

    private SessionStore.State state(String session, @Nullable Kept kept) {
        return kept == null ? lasting.getOrDefault(session, SessionStore.State.NONE) : kept.state;
    }

    /** Drops a session, except for what must stay. Returns null, as what is left of it among the sessions. */
    private @Nullable Kept drop(String session, @Nullable Kept kept) {
        Map<String, JsonNode> parts = kept == null ? Map.of() : kept.state.lasting();
        if (!parts.isEmpty()) {
            lasting.put(session, new SessionStore.State(versions.incrementAndGet(), parts));
        }
        return null;
    }

    @Override
    public Optional<SessionStore.State> replace(
            String session, SessionStore.State before, Map<String, JsonNode> parts) {
        Instant now = clock.instant();
        if (!sessions.containsKey(session)) {
            makeRoom(now);
        }
        Kept after = new Kept(new SessionStore.State(versions.incrementAndGet(), parts), now);
        Kept left = sessions.compute(session, (id, kept) -> {
            Kept known = kept != null && isOver(kept, now) ? drop(id, kept) : kept;
            if (state(id, known).version() != before.version()) {
                return known;
            }
            lasting.remove(id);
            return after;
        });
        return left == after ? Optional.of(after.state) : Optional.empty();
    }

    /** Removes sessions that are over if the store is nearly full, at most once a second, and warns once if it stays so. */
    private void makeRoom(Instant now) {
        if (isNearlyFull() && !cleared.plus(BETWEEN_CLEARINGS).isAfter(now)) {
            cleared = now;
            sessions.keySet()
                    .forEach(session -> sessions.computeIfPresent(
                            session, (id, kept) -> isOver(kept, now) ? drop(id, kept) : kept));
        }
        boolean isNearlyFull = isNearlyFull();
        if (warned.compareAndSet(!isNearlyFull, isNearlyFull) && isNearlyFull) {
            LOG.log(
                    Level.WARNING,
                    "the memory of sessions is nearly full: " + (sessions.size() + 1) + " of " + most
                            + "; new ones will be refused. " + MORE);
        }
        if (sessions.size() >= most) {
            throw StoreException.full("the memory of sessions is full: it holds " + most
                    + " sessions until they weren't used for " + idle + ". " + MORE);
        }
    }

    /** Returns whether the store has no room for another session, or with it only a fifth of its room. */
    private boolean isNearlyFull() {
        return (sessions.size() + 1L) * 5 >= most * 4L;
    }

    @Override
    public double fill() {
        return Math.min(1, (double) sessions.size() / most);
    }

    @Override
    public synchronized void keepUnused(Duration least) {
        idle = least.compareTo(idle) > 0 ? least : idle;
    }

    @Override
    public void delete(String session) {
        sessions.compute(Objects.requireNonNull(session, "session"), (id, kept) -> {
            lasting.remove(id);
            return null;
        });
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        return (int) sessions.entrySet().stream()
                .filter(entry -> entry.getValue().changed.isBefore(since))
                .sorted(Comparator.comparing(entry -> entry.getValue().changed))
                .limit(limit)
                .filter(entry -> tryDrop(entry.getKey(), entry.getValue()))
                .count();
    }

    private boolean tryDrop(String session, Kept old) {
        AtomicBoolean dropped = new AtomicBoolean();
        sessions.computeIfPresent(session, (id, kept) -> {
            dropped.set(kept == old);
            return kept == old ? drop(id, kept) : kept;
        });
        return dropped.get();
    }

    @Override
    public List<SessionStore.Part> find(String prefix, String from, boolean newest, int limit) {
        List<SessionStore.Part> found = new ArrayList<>();
        Instant now = clock.instant();
        sessions.forEach((session, kept) -> kept.state.parts().forEach((name, value) -> {
            if (name.startsWith(prefix) && name.compareTo(from) >= 0 && !isOver(kept, now)) {
                found.add(new SessionStore.Part(session, name, value));
            }
        }));
        found.sort(Comparator.comparing(SessionStore.Part::name, SessionStore.Part.order(newest)));
        return Collections.unmodifiableList(new ArrayList<>(found.subList(0, Math.min(limit, found.size()))));
    }

    @Override
    public boolean isLocal() {
        return true;
    }
}
