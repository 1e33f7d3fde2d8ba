package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The counts of a session for declared limits, as the JSON state of their policy. Immutable.
 *
 * <p>{@code calls} and {@code sums} are those of the whole session; {@code open} are calls without an outcome, by the
 * time of their check; {@code recent} the calls that a time still counts; {@code failures} those in a row, with the time
 * of the last. {@code windows} are the times that nodes count with, each with its last use, so that a node with a
 * shorter one keeps what others need; {@code latest} is the latest time seen, since time never goes back here.
 */
final class LimitCounts {
    private static final String CALLS = "calls";
    private static final String SUMS = "sums";
    private static final String OPEN = "open";
    private static final String RECENT = "recent";
    private static final String AT = "at";
    private static final String WINDOWS = "windows";
    private static final String LATEST = "latest";
    private static final String FAILURES = "failures";
    private static final String ROW = "row";

    private final JsonNode state;
    private final String check;
    private final Instant now;

    LimitCounts(JsonNode state, Instant time) {
        this.state = state;
        this.check = time.toString();
        Instant seen = time(state.path(LATEST));
        this.now = seen.isAfter(time) ? seen : time;
    }

    private static Instant time(JsonNode text) {
        return text.isMissingNode() ? Instant.MIN : Instant.parse(text.asText());
    }

    private Instant before(Duration time) {
        return time.compareTo(Duration.between(Instant.MIN, now)) >= 0 ? Instant.MIN : now.minus(time);
    }

    private boolean isWithin(JsonNode entry, Duration per) {
        return time(entry.path(AT)).isAfter(before(per));
    }

    /** Returns how many calls count, within a time or in all. */
    long calls(Optional<Duration> per) {
        if (per.isEmpty()) {
            return state.path(CALLS).longValue();
        }
        long calls = 0;
        for (JsonNode entry : state.path(RECENT)) {
            calls += isWithin(entry, per.get()) ? entry.path(CALLS).longValue() : 0;
        }
        return calls;
    }

    /** Returns the sum at a place, within a time or in all. */
    Amount sum(String place, Optional<Duration> per) {
        if (per.isEmpty()) {
            return Amount.read(state.path(SUMS).path(place));
        }
        Amount sum = Amount.ZERO;
        for (JsonNode entry : state.path(RECENT)) {
            sum = isWithin(entry, per.get())
                    ? sum.plus(Amount.read(entry.path(SUMS).path(place)))
                    : sum;
        }
        return sum;
    }

    /** Returns whether calls were counted without the amount at a place. */
    boolean isUncounted(String place) {
        return state.path(CALLS).longValue() > 0 && !state.path(SUMS).has(place);
    }

    /** Returns the time at which there is room for one more call; empty if there is now. */
    Optional<Instant> room(long most, Duration per) {
        long left = calls(Optional.of(per));
        Map<Instant, Long> byTime = new TreeMap<>();
        for (JsonNode entry : state.path(RECENT)) {
            if (isWithin(entry, per)) {
                byTime.merge(time(entry.path(AT)), entry.path(CALLS).longValue(), Long::sum);
            }
        }
        for (Map.Entry<Instant, Long> each : byTime.entrySet()) {
            left -= each.getValue();
            if (left < most) {
                return Optional.of(each.getKey().plus(per));
            }
        }
        return Optional.empty();
    }

    /** Returns the time until which calls are denied after failures in a row; empty if they aren't. */
    Optional<Instant> failing(long most, Optional<Duration> per) {
        JsonNode failures = state.path(FAILURES);
        if (failures.path(ROW).longValue() < most) {
            return Optional.empty();
        }
        Instant last = time(failures.path(AT));
        return per.filter(time -> last.isAfter(before(time))).map(last::plus);
    }

    /** Returns the state after a call began. */
    JsonNode begun(Map<String, Amount> amounts, Duration window) {
        JsonNode entry = StateValues.with(StateValues.object(), AT, TextNode.valueOf(now.toString()));
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(LATEST, TextNode.valueOf(now.toString()));
        changed.put(CALLS, IntNode.valueOf(state.path(CALLS).intValue() + 1));
        changed.put(SUMS, added(state.path(SUMS), amounts));
        changed.put(OPEN, changed(state.path(OPEN), entry, amounts, 1));
        JsonNode windows = windows(window);
        changed.put(WINDOWS, windows);
        JsonNode recent = current(windows);
        changed.put(RECENT, windows.isEmpty() ? recent : changed(recent, entry, amounts, 1));
        return StateValues.withAll(state, changed);
    }

    /** Returns the times that nodes count with: this one's, and others that were used within their own length. */
    private JsonNode windows(Duration own) {
        JsonNode windows = own.isZero()
                ? state.path(WINDOWS)
                : StateValues.with(state.path(WINDOWS), own.toString(), TextNode.valueOf(now.toString()));
        for (Map.Entry<String, JsonNode> each : state.path(WINDOWS).properties()) {
            boolean used = time(windows.path(each.getKey())).isAfter(before(Duration.parse(each.getKey())));
            windows = used ? windows : StateValues.without(windows, each.getKey());
        }
        return windows;
    }

    /** Returns the calls that one of the times still counts. */
    private JsonNode current(JsonNode windows) {
        Duration longest = Duration.ZERO;
        for (Map.Entry<String, JsonNode> each : windows.properties()) {
            Duration time = Duration.parse(each.getKey());
            longest = time.compareTo(longest) > 0 ? time : longest;
        }
        JsonNode recent = state.path(RECENT);
        for (Map.Entry<String, JsonNode> each : state.path(RECENT).properties()) {
            recent = isWithin(each.getValue(), longest) ? recent : StateValues.without(recent, each.getKey());
        }
        return recent;
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
        changed.put(SUMS, removed(ended.path(SUMS), counted));
        changed.put(RECENT, changed(ended.path(RECENT), StateValues.object(), counted, -1));
        return withFailure(StateValues.withAll(ended, changed));
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
                        .put(AT, now.toString()));
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
        JsonNode sums = more > 0 ? added(entry.path(SUMS), amounts) : removed(entry.path(SUMS), amounts);
        JsonNode base = entry.isMissingNode() ? fresh : entry;
        return StateValues.with(
                entries,
                check,
                StateValues.withUnlessEmpty(StateValues.with(base, CALLS, IntNode.valueOf(calls)), SUMS, sums));
    }

    private static JsonNode added(JsonNode sums, Map<String, Amount> amounts) {
        JsonNode after = sums;
        for (Map.Entry<String, Amount> each : amounts.entrySet()) {
            Amount sum = Amount.read(sums.path(each.getKey())).plus(each.getValue());
            after = StateValues.with(after, each.getKey(), TextNode.valueOf(sum.toString()));
        }
        return after;
    }

    /** Takes back amounts, each only where it was counted. */
    private static JsonNode removed(JsonNode sums, Map<String, Amount> amounts) {
        JsonNode after = sums;
        for (Map.Entry<String, Amount> each : amounts.entrySet()) {
            if (sums.has(each.getKey())) {
                Amount sum = Amount.read(sums.path(each.getKey())).minus(each.getValue());
                after = StateValues.with(after, each.getKey(), TextNode.valueOf(sum.toString()));
            }
        }
        return after;
    }
}
