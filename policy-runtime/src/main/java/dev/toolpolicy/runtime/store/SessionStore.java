package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the state of sessions, each as named parts that change all at once or not at all: by compare-and-set on a
 * version, so that processes that serve one session together lose nothing.
 *
 * <p>Used from any thread. Every operation ends within a time limit of the store's own. One that fails throws
 * {@link StoreException}, and then it is unknown whether a change took place; whoever asked for it finds out by reading
 * again. Anything else that a store throws, and null, counts as that. JSON values are handed over for good: neither side changes them afterwards.
 */
public interface SessionStore {

    /**
     * The state of a session.
     *
     * @param session the session's id
     * @param known what the caller read before, or {@link StoredSession#NONE}
     * @return the newest state; {@code known} itself if it still is; {@link StoredSession#NONE} if there is none
     * @throws StoreException if it can't be read in time
     */
    StoredSession read(String session, StoredSession known);

    /**
     * Changes the state of a session if nobody changed it since it was read.
     *
     * @param session the session's id
     * @param before the state as it was read
     * @param parts all parts from now on, by name; a part that is the same object as before hasn't changed
     * @return the new state, or empty if another change came first
     * @throws StoreException if it can't be written in time; the change may have taken place
     */
    Optional<StoredSession> replace(String session, StoredSession before, Map<String, JsonNode> parts);

    /**
     * Forgets a session. One that begins anew under the same id never has a version that it had before.
     *
     * @param session the session's id
     * @throws StoreException if it can't be done in time; it may have taken place
     */
    void delete(String session);

    /**
     * Forgets sessions that nothing has changed since a time, the longest unchanged first. A session that somebody serves
     * meanwhile either is changed before, and stays, or begins anew.
     *
     * @param since when they were last changed at the latest; a store may keep this time no finer than to the hour, and
     *     then keeps more
     * @param limit how many at most, at least 1
     * @return how many were forgotten; fewer than {@code limit} if there are no more
     * @throws StoreException if it can't be done in time; it may have taken place in part
     */
    int deleteUnchanged(Instant since, int limit);

    /**
     * Parts of any session by the beginning of their names.
     *
     * @param prefix how their names begin
     * @param limit how many at most, at least 1
     * @return an immutable list in the order of session and name, by UTF-16 code units
     * @throws StoreException if they can't be read in time
     */
    List<StoredPart> find(String prefix, int limit);

    /**
     * Whether reading costs next to nothing, so that a preview may read for each call.
     *
     * @return true if the state is in this process
     */
    boolean isLocal();
}
