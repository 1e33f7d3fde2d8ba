package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.json.JsonEquality;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session's policies at one moment, and the service's facts: a JSON document whose text is the same for
 * equal states.
 *
 * <pre>{@code
 * {"changed":"2026-11-22T10:15:30Z","facts":{},"format":"tool-policy-session","policies":{"quota":{"quota":
 *   {"state":{"all":{"pay":{"done":1}}}}}},"record":{"done":{"test":{"any":true}}},"session":"user-42","version":2}
 * }</pre>
 *
 * <p>{@code changed} is the time of the last change, null if there was none. {@code policies} contains each policy's
 * state by name and kind, and {@code record} the successful calls that requirements ask for. Immutable.
 */
public final class PolicySnapshot {
    /** The format version that is written, and the only one that is read. */
    public static final int VERSION = 2;

    /** The name of the format. */
    public static final String FORMAT = "tool-policy-session";

    private static final Set<String> MEMBERS =
            Set.of("format", "version", "session", "changed", "policies", "record", "facts", "flows");
    private static final Set<String> POLICY_MEMBERS = Set.of("state", "fault");

    private final ObjectNode document;

    private PolicySnapshot(ObjectNode document) {
        this.document = document;
    }

    /**
     * Creates a snapshot of a document in the format, for the registry.
     *
     * @param document the document, which is not copied
     * @return the snapshot
     */
    public static PolicySnapshot of(ObjectNode document) {
        return new PolicySnapshot(document);
    }

    /**
     * Reads a snapshot's text.
     *
     * @param text JSON, as {@link #text} returned it
     * @return the snapshot
     * @throws IllegalArgumentException if the text isn't a snapshot, or has another version
     */
    public static PolicySnapshot read(String text) {
        try {
            return read(StrictJson.standard().read(text));
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("the snapshot is not valid JSON: " + e.getMessage());
        }
    }

    /**
     * Reads a snapshot from a JSON value.
     *
     * @param json the value, which is copied
     * @return the snapshot
     * @throws IllegalArgumentException if the value isn't a snapshot, or has another version
     */
    public static PolicySnapshot read(JsonNode json) {
        check(json);
        return new PolicySnapshot(json.deepCopy());
    }

    /** Checks that a value is a snapshot: that it has all required members with their types, and no others. */
    private static void check(@Nullable JsonNode json) {
        if (json == null || !FORMAT.equals(json.path("format").textValue())) {
            throw new IllegalArgumentException("this is not a snapshot of a session's policies");
        }
        JsonNode version = json.path("version");
        if (!version.isIntegralNumber() || !version.canConvertToInt() || version.intValue() != VERSION) {
            throw new IllegalArgumentException(
                    "the snapshot is of version " + version + ", and version " + VERSION + " is read");
        }
        require(json.path("session").isTextual(), "session must be a text");
        require(json.path("changed").isTextual() || json.path("changed").isNull(), "changed must be a text");
        require(json.path("facts").isObject(), "facts must be an object");
        require(json.path("policies").isObject(), "policies must be an object");
        require(json.path("record").isObject(), "record must be an object");
        require(!json.has("flows") || json.path("flows").isObject(), "flows must be an object");
        known(json, MEMBERS, "");
        for (Map.Entry<String, JsonNode> policy : json.path("policies").properties()) {
            String place = "policies/" + policy.getKey();
            require(policy.getValue().isObject(), place + " must be an object");
            policy.getValue().properties().forEach(kind -> checkKind(place + "/" + kind.getKey(), kind.getValue()));
        }
    }

    private static void checkKind(String place, JsonNode policy) {
        require(policy.isObject(), place + " must be an object");
        require(policy.has("state") || policy.has("fault"), place + "/state is missing");
        require(!policy.has("fault") || policy.path("fault").isTextual(), place + "/fault must be a text");
        known(policy, POLICY_MEMBERS, place + "/");
    }

    private static void known(JsonNode object, Set<String> members, String place) {
        object.fieldNames().forEachRemaining(name -> require(members.contains(name), place + name + " is unknown"));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("the snapshot is damaged: " + otherwise);
        }
    }

    /**
     * Returns the id of the snapshot's session.
     *
     * @return the session's id
     */
    public String session() {
        return document.path("session").asText();
    }

    /**
     * Returns this state for a session with another id, which then continues independently.
     *
     * @param session the other session's id
     * @return the changed snapshot
     */
    public PolicySnapshot forSession(String session) {
        return new PolicySnapshot(document.deepCopy().put("session", session));
    }

    /**
     * Returns the snapshot as JSON.
     *
     * @return a copy
     */
    public ObjectNode json() {
        return document.deepCopy();
    }

    /**
     * Returns the snapshot as text.
     *
     * @return JSON text, the same for equal states: names sorted, numbers by value, no white space
     */
    public String text() {
        return JsonEquality.canonicalText(document);
    }

    /** Returns whether both have the same text. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PolicySnapshot that && text().equals(that.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
