package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process's memory, with a maximum number of sessions. A session that wasn't read or changed for a while
 * is gone. It never waits.
 */
final class MemorySessionStore implements SessionStore {
    private static final String LABEL = "flow/label/";
    /** The parts that stay beside the labels: without them, the state can't be read. */
    private static final Set<String> WITH_LABELS = Set.of("format", "flow/key");

    private static final int LABELS_PER_SESSION = 100;
    private static final Duration BETWEEN_CLEARINGS = Duration.ofSeconds(1);

    private final int most;
    private final Duration idle;
    private final InstantSource clock;
    private final ConcurrentMap<String, Kept> sessions = new ConcurrentHashMap<>();
    /** What stays of sessions that are over: the labels of those that have some. */
    private final Map<String, State> labels;

    private final AtomicLong versions = new AtomicLong();
    private volatile Instant cleared = Instant.EPOCH;

    MemorySessionStore(int most, Duration idle, InstantSource clock) {
        if (most < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, was " + most);
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle must be positive, was " + idle);
        }
        this.most = most;
        this.idle = idle;
        this.clock = clock;
        this.labels = Collections.synchronizedMap(new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, State> eldest) {
                return size() / LABELS_PER_SESSION >= most;
            }
        });
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
            expire(session, now);
            return labels.getOrDefault(session, SessionStore.State.NONE);
        }
        kept.used = now;
        return kept.state;
    }

    /** Removes a session that is over, except for its labels: its model may still have read what brought them. */
    private void expire(String session, Instant now) {
        sessions.computeIfPresent(session, (id, kept) -> {
            if (!isOver(kept, now)) {
                return kept;
            }
            Map<String, JsonNode> parts = new LinkedHashMap<>(kept.state.parts());
            if (parts.keySet().stream().anyMatch(name -> name.startsWith(LABEL))) {
                parts.keySet().removeIf(name -> !name.startsWith(LABEL) && !WITH_LABELS.contains(name));
                labels.put(id, new SessionStore.State(versions.incrementAndGet(), parts));
            }
            return null;
        });
    }

    @Override
    public Optional<SessionStore.State> replace(
            String session, SessionStore.State before, Map<String, JsonNode> parts) {
        Instant now = clock.instant();
        if (!sessions.containsKey(session)) {
            makeRoom(now);
        }
        Kept after = new Kept(new SessionStore.State(versions.incrementAndGet(), parts), now);
        expire(session, now);
        Kept left = sessions.compute(session, (id, kept) -> version(id, kept) == before.version() ? after : kept);
        if (left != after) {
            return Optional.empty();
        }
        labels.remove(session);
        return Optional.of(after.state);
    }

    private long version(String session, @Nullable Kept kept) {
        SessionStore.State state = kept == null ? labels.getOrDefault(session, SessionStore.State.NONE) : kept.state;
        return state.version();
    }

    /** Removes sessions that are over if the store is full, at most once a second. */
    private void makeRoom(Instant now) {
        if (sessions.size() >= most && !cleared.plus(BETWEEN_CLEARINGS).isAfter(now)) {
            cleared = now;
            sessions.keySet().forEach(session -> expire(session, now));
        }
        if (sessions.size() >= most) {
            throw StoreException.full("the memory of sessions is full: it holds " + most
                    + " sessions until they weren't used for " + idle + "; see SessionStore.inMemory");
        }
    }

    @Override
    public void delete(String session) {
        sessions.remove(Objects.requireNonNull(session, "session"));
        labels.remove(session);
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        List<Map.Entry<String, Kept>> old = new ArrayList<>();
        sessions.forEach((session, kept) -> {
            if (kept.changed.isBefore(since)) {
                old.add(Map.entry(session, kept));
            }
        });
        old.sort(Comparator.comparing(entry -> entry.getValue().changed));
        return (int) old.stream()
                .limit(limit)
                .filter(entry -> sessions.remove(entry.getKey(), entry.getValue()))
                .count();
    }

    @Override
    public List<SessionStore.Part> find(String prefix, int limit) {
        List<SessionStore.Part> found = new ArrayList<>();
        Instant now = clock.instant();
        sessions.forEach((session, kept) -> kept.state.parts().forEach((name, value) -> {
            if (name.startsWith(prefix) && !isOver(kept, now)) {
                found.add(new SessionStore.Part(session, name, value));
            }
        }));
        found.sort(Comparator.comparing(SessionStore.Part::session).thenComparing(SessionStore.Part::name));
        return Collections.unmodifiableList(new ArrayList<>(found.subList(0, Math.min(limit, found.size()))));
    }

    @Override
    public boolean isLocal() {
        return true;
    }
}
