package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The store of sessions' state. Each state consists of named parts, which change together by compare-and-set on a
 * version. Processes that serve one session together therefore lose no change.
 *
 * <p>Safe for use from any thread. Every operation ends within a timeout of the store. A failed operation throws {@link
 * StoreException}, and then it is unknown whether a change was made; the caller finds out by reading again. Other
 * exceptions and null results count as {@link StoreException}. JSON values are handed over for good: neither side
 * changes them afterwards.
 */
public interface SessionStore {

    /**
     * Creates an empty store in this process's memory with the default bounds: 10,000 sessions, each of which ends when it
     * wasn't used for 24 hours.
     */
    static SessionStore inMemory() {
        return inMemory(10_000, Duration.ofHours(24));
    }

    /**
     * Creates an empty store in this process's memory. A full store takes no new sessions, whose calls are then denied,
     * and never drops another one: its quotas would start again.
     *
     * @param sessions the maximum number of sessions, at least 1
     * @param idle how long a session that isn't used stays, positive; sessions of an engine stay for the
     *     longest time of its limits, if that is longer
     * @throws IllegalArgumentException if a value is out of range
     */
    static SessionStore inMemory(int sessions, Duration idle) {
        return new MemorySessionStore(sessions, idle, Clock.systemUTC());
    }

    /**
     * Reads the state of a session.
     *
     * @param session the session's id
     * @param known the state that the caller read before, or {@link State#NONE}
     * @return the newest state; {@code known} itself if it is unchanged; {@link State#NONE} if there is none
     * @throws StoreException if it can't be read in time
     */
    State read(String session, State known);

    /**
     * Replaces the state of a session, if it hasn't changed since it was read.
     *
     * @param session the session's id
     * @param before the state as it was read
     * @param parts all new parts, by name; a part that is the same object as before is unchanged
     * @return the new state, or empty if another change came first
     * @throws StoreException if it can't be written in time; the change may have been made
     */
    Optional<State> replace(String session, State before, Map<String, JsonNode> parts);

    /**
     * Returns how full the store is, from 0, which the default returns, to 1, when it takes no new session.
     */
    default double fill() {
        return 0;
    }

    /**
     * Sets how long a session that isn't used still counts. A store that ends sessions by itself keeps them for so long at
     * least. The default does nothing.
     *
     * @param least the longest time of a limit of an engine, also after a reload; never negative
     */
    default void keepUnused(Duration least) {}

    /**
     * Deletes a session. A new session with the same id never gets a version that the old one had.
     *
     * @param session the session's id
     * @throws StoreException if it can't be deleted in time; it may have been deleted
     */
    void delete(String session);

    /**
     * Deletes sessions that haven't changed since a time, the longest unchanged first. A session that is in use at the
     * same time either is changed first, and stays, or starts empty. {@linkplain State#lasting What must stay} of a
     * deleted session stays until {@link #delete} or {@link State#lastingUntil}; before that, this doesn't delete it
     * again.
     *
     * @param since the latest time of their last change; a store may keep this time only to the hour, and then keeps
     *     more sessions
     * @param limit the maximum number to delete, at least 1
     * @return the number of deleted sessions; fewer than {@code limit} if there are no more
     * @throws StoreException if it can't be done in time; some may have been deleted
     */
    int deleteUnchanged(Instant since, int limit);

    /**
     * Finds parts of any session by a prefix of their names, which end with a letter or digit of ASCII. A store may leave out
     * the parts of open calls, whose names begin with {@code begun/}, and the part {@code changed}.
     *
     * @param prefix the prefix
     * @param from the first name, which begins with the prefix
     * @param newest true for the last name first; false for an order by which no session hides the requests of another:
     *     by the last characters of names, then by names
     * @param limit the maximum number of parts, at least 1
     * @return an immutable list in this order, by UTF-16 code units
     * @throws StoreException if they can't be read in time
     */
    List<Part> find(String prefix, String from, boolean newest, int limit);

    /**
     * Counts parts of each session by their names. The default reads all parts with the prefix.
     *
     * @param prefix the prefix of their names
     * @param from the first name, which begins with the prefix
     * @return the number for each session that has such a part
     * @throws StoreException if they can't be counted in time
     */
    default Map<String, Integer> count(String prefix, String from) {
        return find(prefix, from, false, Integer.MAX_VALUE).stream()
                .collect(Collectors.toMap(Part::session, part -> 1, Integer::sum));
    }

    /**
     * Returns whether reading is so cheap that a preview may read for each call.
     *
     * @return true if the state is in this process
     */
    boolean isLocal();

    /**
     * One part of one session's state.
     *
     * @param session the session's id
     * @param name the part's name
     * @param value the part's value; must not be changed
     */
    record Part(String session, String name, JsonNode value) {
        /** Returns the order of names in {@link SessionStore#find}. */
        public static Comparator<String> order(boolean newest) {
            Comparator<String> last = Comparator.comparing(name -> name.substring(Math.max(0, name.length() - 1)));
            return newest ? Comparator.reverseOrder() : last.thenComparing(Comparator.naturalOrder());
        }
    }

    /**
     * The state of one session at one moment. Immutable; its JSON values are shared and must not be changed.
     *
     * @param version the version for compare-and-set; 0 if nothing was stored yet
     * @param parts the parts by name
     */
    record State(long version, Map<String, JsonNode> parts) {
        /** A session without stored state. */
        public static final State NONE = new State(0, Map.of());

        /**
         * Copies the map.
         *
         * @param version the version for compare-and-set
         * @param parts the parts by name
         */
        public State {
            parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        }

        /**
         * Returns the parts that must stay when a store drops this state because it is old: the labels of what the
         * session's model has read, also of open calls, the session whose model is its user, and the counter of a limit
         * over sessions while a call counts. Without them, a session that comes back could do what it couldn't do
         * before.
         *
         * @return the parts by name; empty if nothing must stay
         */
        public Map<String, JsonNode> lasting() {
            return LastingParts.of(parts);
        }

        /**
         * Returns the time until which {@link #lasting} must stay.
         *
         * @return a time of this machine's clock; {@link Instant#MAX} if it must always stay, and {@link Instant#MIN} if
         *     nothing must
         */
        public Instant lastingUntil() {
            return LastingParts.until(parts);
        }
    }
}
