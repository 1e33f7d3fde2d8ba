package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The counts of a session for declared limits, as the JSON state of their policy. Immutable.
 *
 * <p>{@code calls} and {@code sums} are those of the whole session; {@code open} are calls without an outcome, by the
 * time of their check; {@code recent} the calls that a time still counts, as {@link RecentCalls}; {@code failures} those
 * in a row, with the time of the last.
 */
final class LimitCounts {
    private static final String CALLS = RecentCalls.CALLS;
    private static final String SUMS = "sums";
    private static final String OPEN = "open";
    static final String RECENT = "recent";
    /** The member of a shared counter that tells stores how long they must keep it. */
    private static final String UNTIL = "until";

    private static final String FAILURES = "failures";
    private static final String ROW = "row";
    private static final String AT = RecentCalls.AT;

    private final JsonNode state;
    private final String check;
    private final RecentCalls recent;

    LimitCounts(JsonNode state, Instant time) {
        this(state, time, time.toString());
    }

    /** Reads a state for a call with a name of its own, since calls of several sessions can have the same time. */
    LimitCounts(JsonNode state, Instant time, String check) {
        this.state = state;
        this.check = check;
        this.recent = new RecentCalls(state, time);
    }

    /** Returns how many calls count, within a time or in all. */
    long calls(Optional<Duration> per) {
        return per.map(time -> recent.count(state.path(RECENT), time))
                .orElseGet(() -> state.path(CALLS).longValue());
    }

    /** Returns the sum at a place, within a time or in all. */
    Amount sum(String place, Optional<Duration> per) {
        if (per.isEmpty()) {
            return Amount.read(state.path(SUMS).path(place));
        }
        Amount sum = Amount.ZERO;
        for (JsonNode entry : state.path(RECENT)) {
            sum = recent.isWithin(entry, per.get())
                    ? sum.plus(Amount.read(entry.path(SUMS).path(place)))
                    : sum;
        }
        return sum;
    }

    /** Returns whether calls were counted without the amount at a place. */
    boolean isUncounted(String place) {
        return state.path(CALLS).longValue() > 0 && !state.path(SUMS).has(place);
    }

    /** Returns whether calls within a time were counted without the amount at a place. */
    boolean isUncounted(String place, Duration per) {
        return state.path(RECENT)
                .valueStream()
                .anyMatch(entry ->
                        recent.isWithin(entry, per) && !entry.path(SUMS).has(place));
    }

    /** Returns the time at which there is room for one more call; empty if there is now. */
    Optional<Instant> room(long most, Duration per) {
        return recent.room(state.path(RECENT), most, per);
    }

    /** Returns the time until which calls are denied after failures in a row; empty if they aren't. */
    Optional<Instant> failing(long most, Optional<Duration> per) {
        JsonNode failures = state.path(FAILURES);
        if (failures.path(ROW).longValue() < most) {
            return Optional.empty();
        }
        Instant last = Instant.parse(failures.path(AT).asText());
        return per.filter(time -> recent.isWithin(last, time)).map(last::plus);
    }

    /** Returns the state after a call began. */
    JsonNode begun(Map<String, Amount> amounts, Duration window) {
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(CALLS, IntNode.valueOf(state.path(CALLS).intValue() + 1));
        changed.put(SUMS, summed(state.path(SUMS), amounts, 1));
        changed.put(OPEN, changed(state.path(OPEN), entry(), amounts, 1));
        return StateValues.withAll(recent(amounts, window), changed);
    }

    private JsonNode entry() {
        return StateValues.with(StateValues.object(), AT, recent.now());
    }

    /** Returns the state after a call began, of which only those of the last time count. */
    JsonNode recent(Map<String, Amount> amounts, Duration window) {
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(RecentCalls.LATEST, recent.now());
        JsonNode windows = recent.windows(window);
        changed.put(RecentCalls.WINDOWS, windows);
        JsonNode current = recent.current(state.path(RECENT), windows);
        changed.put(RECENT, windows.isEmpty() ? current : changed(current, entry(), amounts, 1));
        return StateValues.withAll(state, changed);
    }

    /**
     * Returns the state of a counter of all sessions after a call began, with the time until which a store must keep it.
     * That time is the machine's: the clock of the sessions may be another one, and cleaning doesn't know it.
     */
    JsonNode shared(Map<String, Amount> amounts, Duration window) {
        JsonNode known = state.path(UNTIL);
        Instant until = RecentCalls.after(Instant.now(), window);
        boolean isLater = known.isMissingNode() || until.isAfter(Instant.parse(known.asText()));
        return StateValues.with(recent(amounts, window), UNTIL, isLater ? TextNode.valueOf(until.toString()) : known);
    }

    /** Returns the state after a call succeeded. */
    JsonNode succeeded(Map<String, Amount> amounts) {
        return isOpen() ? StateValues.without(ended(amounts), FAILURES) : state;
    }

    /** Returns the state after a call failed: it stays counted. */
    JsonNode failed(Map<String, Amount> amounts) {
        return isOpen() ? withFailure(ended(amounts)) : state;
    }

    /** Returns the state after a call failed without effect: it no longer counts, except as a failure. */
    JsonNode failedWithoutEffect(Map<String, Amount> amounts) {
        return isOpen() ? withFailure(takenBack(amounts)) : state;
    }

    /** Returns the state without a call that began. */
    JsonNode takenBack(Map<String, Amount> amounts) {
        if (!isOpen()) {
            return state; // ended before, or counted before a reset
        }
        Map<String, Amount> counted = new LinkedHashMap<>(amounts);
        counted.keySet()
                .removeIf(place -> !state.path(OPEN).path(check).path(SUMS).has(place));
        JsonNode ended = ended(counted);
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(CALLS, IntNode.valueOf(ended.path(CALLS).intValue() - 1));
        changed.put(SUMS, summed(ended.path(SUMS), counted, -1));
        changed.put(RECENT, changed(ended.path(RECENT), StateValues.object(), counted, -1));
        return StateValues.withAll(ended, changed);
    }

    private boolean isOpen() {
        return state.path(OPEN).has(check);
    }

    private JsonNode ended(Map<String, Amount> amounts) {
        return StateValues.withUnlessEmpty(state, OPEN, changed(state.path(OPEN), StateValues.object(), amounts, -1));
    }

    private JsonNode withFailure(JsonNode after) {
        return StateValues.with(
                after,
                FAILURES,
                StateValues.object()
                        .put(ROW, state.path(FAILURES).path(ROW).intValue() + 1)
                        .set(AT, recent.now()));
    }

    /** Returns entries with one call more or fewer at the time of this check. */
    private JsonNode changed(JsonNode entries, JsonNode fresh, Map<String, Amount> amounts, int more) {
        JsonNode entry = entries.path(check);
        if (entry.isMissingNode() && more < 0) {
            return entries;
        }
        int calls = entry.path(CALLS).intValue() + more;
        if (calls == 0) {
            return StateValues.without(entries, check);
        }
        JsonNode sums = summed(entry.path(SUMS), amounts, more);
        JsonNode base = more > 0 ? fresh : entry; // the time that applies now: a clock can come to a time again
        return StateValues.with(
                entries,
                check,
                StateValues.withUnlessEmpty(StateValues.with(base, CALLS, IntNode.valueOf(calls)), SUMS, sums));
    }

    /** Adds amounts, or takes them back, each only where it was counted. */
    private static JsonNode summed(JsonNode sums, Map<String, Amount> amounts, int more) {
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        amounts.forEach((place, amount) -> {
            Amount before = Amount.read(sums.path(place));
            if (more > 0 || sums.has(place)) {
                Amount sum = more > 0 ? before.plus(amount) : before.minus(amount);
                changed.put(place, TextNode.valueOf(sum.toString()));
            }
        });
        return StateValues.withAll(sums, changed);
    }
}
