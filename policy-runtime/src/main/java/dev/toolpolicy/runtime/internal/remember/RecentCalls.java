package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The times of a session's calls, as a state contains them for a limit within a time: {@code latest} is the latest time
 * seen, since time never goes back here. {@code windows} are the times that nodes count with, each with its last use, so
 * that a node with a shorter one keeps what others need. An entry has the time and the number of its calls.
 * Immutable.
 */
public final class RecentCalls {
    /** The member of an entry with its time. */
    public static final String AT = "at";

    /** The member of an entry with the number of its calls. */
    public static final String CALLS = "calls";

    /** The member of a state with the latest time seen. */
    public static final String LATEST = "latest";

    /** The member of a state with the times that nodes count with. */
    public static final String WINDOWS = "windows";

    private final JsonNode state;
    private final Instant time;
    /** Null until it is needed: most limits count without times. */
    private @Nullable Instant applied;

    /** Reads a state at a time, or at the latest that it has seen. */
    public RecentCalls(JsonNode state, Instant time) {
        this.state = state;
        this.time = time;
    }

    private Instant time() {
        Instant known = applied;
        if (known == null) {
            JsonNode latest = state.path(LATEST);
            Instant seen = latest.isMissingNode() ? Instant.MIN : Instant.parse(latest.asText());
            known = seen.isAfter(time) ? seen : time;
            applied = known;
        }
        return known;
    }

    /** Returns the time that applies, as a text. */
    public TextNode now() {
        return TextNode.valueOf(time().toString());
    }

    /** Returns a state that has seen a time. */
    static JsonNode seen(JsonNode state, Instant time) {
        return StateValues.with(state, LATEST, new RecentCalls(state, time).now());
    }

    private static Instant at(JsonNode entry) {
        return Instant.parse(entry.path(AT).asText());
    }

    /** Returns whether a time is within another of a given length that ends now. */
    boolean isWithin(Instant time, Duration per) {
        return per.compareTo(Duration.between(Instant.MIN, time())) >= 0
                ? time.isAfter(Instant.MIN)
                : time.isAfter(time().minus(per));
    }

    boolean isWithin(JsonNode entry, Duration per) {
        return isWithin(at(entry), per);
    }

    /** Returns the end of a time that begins at an instant, or the last instant if that is earlier. */
    static Instant after(Instant start, Duration per) {
        try {
            return start.plus(per);
        } catch (DateTimeException | ArithmeticException beyond) {
            return Instant.MAX;
        }
    }

    /** Returns how many calls of some entries count within a time. */
    public long count(Iterable<JsonNode> entries, Duration per) {
        long calls = 0;
        for (JsonNode entry : entries) {
            calls += isWithin(entry, per) ? entry.path(CALLS).longValue() : 0;
        }
        return calls;
    }

    /** Returns the time at which there is room for one more call; empty if there is now, or never. */
    public Optional<Instant> room(Iterable<JsonNode> entries, long most, Duration per) {
        long left = count(entries, per);
        Map<Instant, Long> byTime = new TreeMap<>();
        for (JsonNode entry : entries) {
            if (isWithin(entry, per)) {
                byTime.merge(at(entry), entry.path(CALLS).longValue(), Long::sum);
            }
        }
        for (Map.Entry<Instant, Long> each : byTime.entrySet()) {
            left -= each.getValue();
            if (left < most) {
                return Optional.of(after(each.getKey(), per)).filter(Instant.MAX::isAfter);
            }
        }
        return Optional.empty();
    }

    /** Returns the times that nodes count with: this one's, and others that were used within their own length. */
    public JsonNode windows(Duration own) {
        JsonNode windows =
                own.isZero() ? state.path(WINDOWS) : StateValues.with(state.path(WINDOWS), own.toString(), now());
        for (Map.Entry<String, JsonNode> each : state.path(WINDOWS).properties()) {
            Instant used = Instant.parse(windows.path(each.getKey()).asText());
            windows = isWithin(used, Duration.parse(each.getKey()))
                    ? windows
                    : StateValues.without(windows, each.getKey());
        }
        return windows;
    }

    /** Returns the entries that one of the times still counts. */
    public JsonNode current(JsonNode entries, JsonNode windows) {
        Duration longest = windows.properties().stream()
                .map(each -> Duration.parse(each.getKey()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        ObjectNode current = StateValues.object();
        entries.properties().stream()
                .filter(each -> isWithin(each.getValue(), longest))
                .forEach(each -> current.set(each.getKey(), each.getValue()));
        return current;
    }
}
