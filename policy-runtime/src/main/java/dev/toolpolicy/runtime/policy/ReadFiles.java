package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a read-before-write policy. Under {@code read} it contains each file's path with {@code true} or with
 * the fingerprint of what was read. Under {@code reading} it contains, by path and time of the check, the fingerprints
 * of files that are being read. Stateless.
 */
final class ReadFiles {
    private static final String READ = "read";
    private static final String READING = "reading";

    private ReadFiles() {}

    static boolean isRead(JsonNode state, String path) {
        return state.path(READ).has(path);
    }

    static boolean isReadAs(JsonNode state, String path, String fingerprint) {
        return fingerprint.equals(state.path(READ).path(path).textValue());
    }

    static boolean hasRoom(JsonNode state, String path, KeyRoom room) {
        return room.has(state.path(READ), Set.of(path));
    }

    static JsonNode read(JsonNode state, String path) {
        return state.path(READ).path(path).isBoolean() ? state : put(state, path, BooleanNode.TRUE);
    }

    static JsonNode readAs(JsonNode state, String path, String fingerprint) {
        return isReadAs(state, path, fingerprint) ? state : put(state, path, TextNode.valueOf(fingerprint));
    }

    private static JsonNode put(JsonNode state, String path, JsonNode how) {
        return StateValues.with(state, READ, StateValues.with(state.path(READ), path, how));
    }

    static JsonNode unread(JsonNode state, String path) {
        return isRead(state, path)
                ? StateValues.withUnlessEmpty(state, READ, StateValues.without(state.path(READ), path))
                : state;
    }

    /**
     * Starts a read. If two reads of a file start at the same instant and the file changes in between, neither gets a
     * fingerprint, since they can't be told apart.
     */
    static JsonNode begin(JsonNode state, String path, String time, String fingerprint) {
        JsonNode begun = state.path(READING).path(path);
        boolean ambiguous =
                begun.has(time) && !fingerprint.equals(begun.path(time).textValue());
        JsonNode its = ambiguous ? NullNode.getInstance() : TextNode.valueOf(fingerprint);
        return withBegun(state, path, StateValues.with(begun, time, its));
    }

    /** Returns the file's fingerprint when a read of it started. */
    static Optional<String> begun(JsonNode state, String path, String time) {
        return Optional.ofNullable(state.path(READING).path(path).path(time).textValue());
    }

    static JsonNode end(JsonNode state, String path, String time) {
        JsonNode begun = state.path(READING).path(path);
        return begun.has(time) ? withBegun(state, path, StateValues.without(begun, time)) : state;
    }

    private static JsonNode withBegun(JsonNode state, String path, JsonNode begun) {
        return StateValues.withUnlessEmpty(
                state, READING, StateValues.withUnlessEmpty(state.path(READING), path, begun));
    }
}
