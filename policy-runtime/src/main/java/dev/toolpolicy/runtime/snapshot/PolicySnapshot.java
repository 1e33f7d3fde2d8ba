package dev.toolpolicy.runtime.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.schema.JsonEquality;

/**
 * What a session's policies remembered at one moment, and the service's facts: a JSON document whose text is the same for
 * equal states.
 *
 * <pre>{@code
 * {"changed":"2026-11-22T10:15:30Z","facts":{},"format":"tool-policy-session","policies":{"require:deploy":
 *   {"fingerprint":"…","kind":"…","state":{"after":{"test":true}}}},"session":"user-42","version":1}
 * }</pre>
 *
 * {@code changed} is when the state last changed, null if it never did. Immutable.
 */
public final class PolicySnapshot {
    /** The version of the format that is written, and the only one that is read. */
    public static final int VERSION = 1;

    public static final String FORMAT = "tool-policy-session";

    private final ObjectNode document;

    private PolicySnapshot(ObjectNode document) {
        this.document = document;
    }

    public static PolicySnapshot of(ObjectNode document) {
        return new PolicySnapshot(document);
    }

    /**
     * Reads a snapshot's text.
     *
     * @param text JSON, as {@link #text} gave it
     * @return the snapshot
     * @throws InvalidSnapshotException if it is no snapshot, or one of another version
     */
    public static PolicySnapshot read(String text) {
        try {
            return read(StrictJson.standard().read(text));
        } catch (MalformedJsonException e) {
            throw new InvalidSnapshotException("the snapshot is no JSON: " + e.getMessage());
        }
    }

    /**
     * Reads a snapshot out of a JSON value.
     *
     * @param json the value, which is copied
     * @return the snapshot
     * @throws InvalidSnapshotException if it is no snapshot, or one of another version
     */
    public static PolicySnapshot read(JsonNode json) {
        SnapshotFormat.check(json);
        return new PolicySnapshot(json.deepCopy());
    }

    /**
     * The session that it is of.
     *
     * @return the session's id
     */
    public String session() {
        return document.path("session").asText();
    }

    /**
     * The same state for a session of another id, which goes on from here on its own.
     *
     * @param other its id
     * @return the changed snapshot
     */
    public PolicySnapshot forSession(String other) {
        return new PolicySnapshot(document.deepCopy().put("session", other));
    }

    /**
     * The snapshot as JSON.
     *
     * @return a copy
     */
    public ObjectNode json() {
        return document.deepCopy();
    }

    /**
     * The snapshot as text.
     *
     * @return JSON text, the same for equal states: names sorted, numbers by value, no white space
     */
    public String text() {
        return JsonEquality.canonicalText(document);
    }

    @Override
    public String toString() {
        return text();
    }
}
