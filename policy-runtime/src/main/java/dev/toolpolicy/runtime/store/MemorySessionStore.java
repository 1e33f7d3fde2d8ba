package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** A store in this process's memory. It keeps sessions until they are deleted. It never fails and never waits. */
final class MemorySessionStore implements SessionStore {
    private static final Kept NOTHING = new Kept(SessionStore.State.NONE, Instant.MIN);

    private final ConcurrentMap<String, Kept> sessions = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    private record Kept(SessionStore.State state, Instant changed) {}

    @Override
    public SessionStore.State read(String session, SessionStore.State known) {
        return sessions.getOrDefault(session, NOTHING).state();
    }

    @Override
    public Optional<SessionStore.State> replace(
            String session, SessionStore.State before, Map<String, JsonNode> parts) {
        Kept after = new Kept(new SessionStore.State(versions.incrementAndGet(), parts), Instant.now());
        Kept left = sessions.compute(
                session,
                (id, now) -> (now == null ? NOTHING : now).state().version() == before.version() ? after : now);
        return left == after ? Optional.of(after.state()) : Optional.empty();
    }

    @Override
    public void delete(String session) {
        sessions.remove(Objects.requireNonNull(session, "session"));
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        List<Map.Entry<String, Kept>> old = new ArrayList<>();
        sessions.forEach((session, kept) -> {
            if (kept.changed().isBefore(since)) {
                old.add(Map.entry(session, kept));
            }
        });
        old.sort(Comparator.comparing(entry -> entry.getValue().changed()));
        return (int) old.stream()
                .limit(limit)
                .filter(entry -> sessions.remove(entry.getKey(), entry.getValue()))
                .count();
    }

    @Override
    public List<SessionStore.Part> find(String prefix, int limit) {
        List<SessionStore.Part> found = new ArrayList<>();
        sessions.forEach((session, kept) -> kept.state().parts().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
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
