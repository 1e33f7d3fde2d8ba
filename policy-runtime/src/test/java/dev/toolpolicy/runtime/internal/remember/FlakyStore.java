package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that is far away, and fails when it is told to. */
class FlakyStore implements SessionStore {
    private final SessionStore store = SessionStore.inMemory();
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger writes = new AtomicInteger();
    volatile boolean down;
    /** The number of the write, from 0, that fails before it is done; none if negative. */
    volatile int failsBefore = -1;
    /** The number of the write, from 0, that ends with an error of the virtual machine; none if negative. */
    volatile int endsAt = -1;
    /** The number of the write, from 0, that is done and fails then; none if negative. */
    volatile int failsAfter = -1;

    @Override
    public SessionStore.State read(String session, SessionStore.State known) {
        reads.incrementAndGet();
        requireUp();
        SessionStore.State now = store.read(session, known);
        return now.version() == known.version() ? known : now;
    }

    @Override
    public Optional<SessionStore.State> replace(
            String session, SessionStore.State before, Map<String, JsonNode> parts) {
        requireUp();
        int number = writes.getAndIncrement();
        if (number == endsAt) {
            throw new OutOfMemoryError("planned");
        }
        if (number == failsBefore) {
            throw new StoreException("lost on its way there", null);
        }
        Optional<SessionStore.State> after = store.replace(session, before, parts);
        if (number == failsAfter) {
            throw new StoreException("lost on its way back", null);
        }
        return after;
    }

    @Override
    public void delete(String session) {
        requireUp();
        store.delete(session);
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        requireUp();
        return store.deleteUnchanged(since, limit);
    }

    @Override
    public List<SessionStore.Part> find(String prefix, String from, boolean newest, int limit) {
        requireUp();
        return store.find(prefix, from, newest, limit);
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    private void requireUp() {
        if (down) {
            throw new StoreException("the store is down", null);
        }
    }
}
