package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The record of a session's successful calls: which tools have succeeded, and with which keys. All dependencies of the
 * session share it, so that a changed requirement is judged by the same facts. A tool's keys are kept apart by how they
 * are read from a call. Sets are objects whose names are the elements, so that equal records are equal values in any
 * order of events. Stateless.
 */
public final class SuccessRecord {
    private static final String DONE = "done";
    private static final String ANY = "any";
    private static final String BY = "by";

    private SuccessRecord() {}

    /**
     * A part of the record that a policy reads.
     *
     * @param tool the tool's name
     * @param reading how the key is read from a call; empty for the tool's success with any arguments
     */
    public record Entry(String tool, String reading) {}

    /** Returns whether a tool has succeeded. */
    public static boolean has(JsonNode record, String tool) {
        return record.path(DONE).path(tool).has(ANY);
    }

    /** Returns the keys with which a tool has succeeded, as an object whose names are the keys. */
    public static JsonNode keys(JsonNode record, String tool, String reading) {
        return record.path(DONE).path(tool).path(BY).path(reading);
    }

    /** Adds the success of a tool. Returns the record itself if it contains that. */
    public static JsonNode add(JsonNode record, String tool) {
        return has(record, tool)
                ? record
                : withTool(record, tool, StateValues.add(record.path(DONE).path(tool), ANY));
    }

    /** Adds the success of a tool with keys. Returns the record itself if it contains them. */
    public static JsonNode add(JsonNode record, String tool, String reading, Collection<String> keys) {
        JsonNode before = keys(record, tool, reading);
        Map<String, JsonNode> more = new LinkedHashMap<>();
        keys.stream().filter(each -> !before.has(each)).forEach(each -> more.put(each, BooleanNode.TRUE));
        return more.isEmpty() ? record : withKeys(record, tool, reading, StateValues.withAll(before, more));
    }

    /** Removes a part of the record. */
    public static JsonNode without(JsonNode record, Entry entry) {
        JsonNode tool = record.path(DONE).path(entry.tool());
        return entry.reading().isEmpty()
                ? withTool(record, entry.tool(), StateValues.without(tool, ANY))
                : withKeys(record, entry.tool(), entry.reading(), StateValues.object());
    }

    private static JsonNode withKeys(JsonNode record, String tool, String reading, JsonNode keys) {
        JsonNode its = record.path(DONE).path(tool);
        JsonNode by = StateValues.withUnlessEmpty(its.path(BY), reading, keys);
        return withTool(record, tool, StateValues.withUnlessEmpty(its, BY, by));
    }

    private static JsonNode withTool(JsonNode record, String tool, JsonNode its) {
        return StateValues.withUnlessEmpty(record, DONE, StateValues.withUnlessEmpty(record.path(DONE), tool, its));
    }
}
