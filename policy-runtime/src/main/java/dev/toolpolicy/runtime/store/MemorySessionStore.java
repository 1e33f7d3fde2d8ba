package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.jspecify.annotations.Nullable;

/** Keeps sessions in this process's memory until they are deleted. Never fails and never waits. */
public final class MemorySessionStore implements SessionStore {
    private final ConcurrentMap<String, StoredSession> sessions = new ConcurrentHashMap<>();
    private final AtomicLong versions = new AtomicLong();

    /** An empty store. */
    public MemorySessionStore() {}

    @Override
    public StoredSession read(String session, StoredSession known) {
        return sessions.getOrDefault(session, StoredSession.NONE);
    }

    @Override
    public Optional<StoredSession> replace(String session, StoredSession before, Map<String, JsonNode> parts) {
        StoredSession after = new StoredSession(versions.incrementAndGet(), parts);
        StoredSession left = sessions.compute(session, (id, now) -> version(now) == before.version() ? after : now);
        return left == after ? Optional.of(after) : Optional.empty();
    }

    private static long version(@Nullable StoredSession now) {
        return now == null ? 0 : now.version();
    }

    @Override
    public void delete(String session) {
        sessions.remove(Objects.requireNonNull(session, "session"));
    }

    @Override
    public List<StoredPart> find(String prefix, int limit) {
        List<StoredPart> found = new ArrayList<>();
        sessions.forEach((session, state) -> state.parts().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.add(new StoredPart(session, name, value));
            }
        }));
        found.sort(Comparator.comparing(StoredPart::session).thenComparing(StoredPart::name));
        return Collections.unmodifiableList(new ArrayList<>(found.subList(0, Math.min(limit, found.size()))));
    }

    @Override
    public boolean isLocal() {
        return true;
    }
}
