package dev.toolpolicy.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The store as one node sees it that dies: at a certain change, before or after it is made. Afterwards the node reaches
 * nothing any more.
 */
final class MortalStore implements SessionStore {
    private final SessionStore store;
    private final boolean before;
    private final Runnable death;
    private int left;

    /**
     * Creates a store.
     *
     * @param changes the number of the change at which it dies, from 1
     * @param before whether the change is not made any more
     * @param death what else happens then
     */
    MortalStore(SessionStore store, int changes, boolean before, Runnable death) {
        this.store = store;
        this.left = changes;
        this.before = before;
        this.death = death;
    }

    boolean isDead() {
        return left <= 0;
    }

    private void requireLife() {
        if (isDead()) {
            throw StoreException.full("this node is dead"); // which nothing tries again, as the others' failures
        }
    }

    @Override
    public State read(String session, State known) {
        requireLife();
        return store.read(session, known);
    }

    @Override
    public Optional<State> replace(String session, State known, Map<String, JsonNode> parts) {
        requireLife();
        left--;
        if (isDead() && before) {
            death.run();
            requireLife();
        }
        Optional<State> done = store.replace(session, known, parts);
        if (isDead()) {
            death.run();
            requireLife();
        }
        return done;
    }

    @Override
    public void delete(String session) {
        requireLife();
        store.delete(session);
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        requireLife();
        return store.deleteUnchanged(since, limit);
    }

    @Override
    public List<Part> find(String prefix, String from, boolean newest, int limit) {
        requireLife();
        return store.find(prefix, from, newest, limit);
    }

    @Override
    public boolean isLocal() {
        return store.isLocal();
    }
}
