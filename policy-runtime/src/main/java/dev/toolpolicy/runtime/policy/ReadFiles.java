package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.util.Optional;
import java.util.Set;

/**
 * The fingerprints of files that a read-before-write policy has seen, in the session's record under {@code files} and
 * the policy's name: under {@code read} the fingerprint of each file and the tool that read it, by path, and under {@code reading}
 * those of files that are being read, by path and time of the check. Stateless.
 */
final class ReadFiles {
    private static final String FILES = "files";
    private static final String READ = "read";
    private static final String READING = "reading";
    private static final String AS = "as";
    private static final String BY = "by";

    /** Reads that never end are forgotten beyond this number of files, the oldest first. */
    private static final int MOST_READING = 1000;

    /** Reads of one file that never end are forgotten beyond this number, the oldest first. */
    private static final int MOST_TIMES = 16;

    private ReadFiles() {}

    private static JsonNode part(JsonNode record, String policy, String part) {
        return record.path(FILES).path(policy).path(part);
    }

    private static JsonNode with(JsonNode record, String policy, String part, JsonNode value) {
        JsonNode files = record.path(FILES);
        JsonNode its = StateValues.withUnlessEmpty(files.path(policy), part, value);
        return StateValues.withUnlessEmpty(record, FILES, StateValues.withUnlessEmpty(files, policy, its));
    }

    /** Returns whether a file's fingerprint is known from a call of one of these tools. */
    static boolean isKnown(JsonNode record, String policy, String path, Set<String> tools) {
        return tools.contains(part(record, policy, READ).path(path).path(BY).asText());
    }

    static boolean isReadAs(JsonNode record, String policy, String path, String fingerprint) {
        return fingerprint.equals(part(record, policy, READ).path(path).path(AS).textValue());
    }

    static JsonNode readAs(JsonNode record, String policy, String tool, String path, String fingerprint) {
        JsonNode read = part(record, policy, READ);
        JsonNode its = StateValues.object().put(AS, fingerprint).put(BY, tool);
        return its.equals(read.path(path)) ? record : with(record, policy, READ, StateValues.with(read, path, its));
    }

    static JsonNode unread(JsonNode record, String policy, String path) {
        JsonNode read = part(record, policy, READ);
        return read.has(path) ? with(record, policy, READ, StateValues.without(read, path)) : record;
    }

    /**
     * Starts a read. If two reads of a file start at the same instant and the file changes in between, neither gets a
     * fingerprint, since they can't be told apart.
     */
    static JsonNode begin(JsonNode record, String policy, String path, String time, String fingerprint) {
        JsonNode reading = part(record, policy, READING);
        JsonNode begun = reading.path(path);
        boolean ambiguous =
                begun.has(time) && !fingerprint.equals(begun.path(time).textValue());
        JsonNode its = ambiguous ? NullNode.getInstance() : TextNode.valueOf(fingerprint);
        JsonNode room = reading.size() < MOST_READING || reading.has(path)
                ? reading
                : StateValues.without(reading, reading.fieldNames().next());
        JsonNode times = begun.size() < MOST_TIMES || begun.has(time)
                ? begun
                : StateValues.without(begun, begun.fieldNames().next());
        return with(record, policy, READING, StateValues.with(room, path, StateValues.with(times, time, its)));
    }

    /** Returns the file's fingerprint when a read of it started. */
    static Optional<String> begun(JsonNode record, String policy, String path, String time) {
        return Optional.ofNullable(
                part(record, policy, READING).path(path).path(time).textValue());
    }

    static JsonNode end(JsonNode record, String policy, String path, String time) {
        JsonNode reading = part(record, policy, READING);
        JsonNode begun = reading.path(path);
        JsonNode left = StateValues.without(begun, time);
        return left == begun ? record : with(record, policy, READING, StateValues.withUnlessEmpty(reading, path, left));
    }

    /** Returns the record without what one policy keeps there. */
    static JsonNode without(JsonNode record, String policy) {
        return StateValues.withUnlessEmpty(record, FILES, StateValues.without(record.path(FILES), policy));
    }
}
