package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The stored form of a session's labels, each with who brought it first. Stateless. */
public final class SessionLabels {
    private static final String TOOL = "tool";
    private static final String CALL = "call";
    private static final String TIME = "time";
    private static final String SUMMARY = "summary";

    private SessionLabels() {}

    /**
     * The call that brought a label first.
     *
     * @param tool the tool whose result carried it; empty if the host added it, or it is unknown
     * @param callId the provider's id of the call
     * @param time when that was
     * @param summary the call in words
     */
    public record Origin(String tool, String callId, Instant time, String summary) {}

    static Origin origin(SessionFlows flows, String label) {
        JsonNode row = flows.labels().get(label);
        JsonNode known = row == null ? JsonNodeFactory.instance.objectNode() : row;
        return new Origin(
                known.path(TOOL).asText(),
                known.path(CALL).asText(),
                time(known.path(TIME)),
                known.path(SUMMARY).asText());
    }

    /** Returns a stored time; the epoch for one that can't be read. */
    public static Instant time(JsonNode stored) {
        try {
            return Instant.parse(stored.asText());
        } catch (DateTimeException damaged) {
            return Instant.EPOCH;
        }
    }

    /** Adds a label that an outcome brought. */
    static void add(FlowParts draft, String label, Arrival by) {
        JsonNode known = draft.get(SessionFlows.LABEL + label);
        if (known == null) {
            ObjectNode row = said(by.time())
                    .put(TOOL, by.call().tool())
                    .put(CALL, by.call().id())
                    .put(SUMMARY, by.words().get())
                    .put(SessionFlows.TURN, by.turn().id());
            draft.put(SessionFlows.LABEL + label, row);
            by.labels().add(label);
        } else {
            share(draft, label, known, by.turn().id());
        }
    }

    /** Adds a label that no call brought. Returns whether it is new. */
    static boolean add(FlowParts draft, String label, Instant time) {
        JsonNode known = draft.get(SessionFlows.LABEL + label);
        if (known == null) {
            draft.put(SessionFlows.LABEL + label, said(time));
        } else {
            share(draft, label, known, null);
        }
        return known == null;
    }

    private static ObjectNode said(Instant time) {
        return JsonNodeFactory.instance.objectNode().put(TIME, time.toString());
    }

    /** Lets a label count for all responses once another than the one that brought it brings it too. */
    private static void share(FlowParts draft, String label, JsonNode known, @Nullable String turn) {
        if (known instanceof ObjectNode row
                && row.has(SessionFlows.TURN)
                && !row.path(SessionFlows.TURN).asText().equals(turn)) {
            draft.put(SessionFlows.LABEL + label, row.deepCopy().without(SessionFlows.TURN));
        }
    }

    /**
     * Adds the labels of an open call that ends without an outcome: its text may have reached the model.
     *
     * @param draft the session's state
     * @param open the stored form of the call
     */
    public static void lose(FlowParts draft, JsonNode open) {
        for (JsonNode each : open.path(SessionFlows.LABELS)) {
            String label = each.asText();
            JsonNode known = draft.get(SessionFlows.LABEL + label);
            String turn = open.path(SessionFlows.TURN).asText();
            if (known == null) {
                ObjectNode row = JsonNodeFactory.instance.objectNode();
                List.of(TOOL, CALL, TIME, SessionFlows.TURN).forEach(part -> row.set(part, open.path(part)));
                draft.put(SessionFlows.LABEL + label, row);
            } else {
                share(draft, label, known, turn);
            }
        }
    }

    /**
     * Returns the stored form of an open call with the labels that it will bring.
     *
     * @param open the call
     * @param labels the labels
     * @param turn the response that the call is of
     */
    public static ObjectNode bringing(ObjectNode open, Set<String> labels, Turn turn) {
        open.put(SessionFlows.TURN, turn.id());
        if (!labels.isEmpty()) {
            labels.forEach(open.putArray(SessionFlows.LABELS)::add);
        }
        return open;
    }

    /** Returns the response that an open call is of; a new one if that isn't known. */
    public static Turn turn(JsonNode open) {
        return Turn.named(open.path(SessionFlows.TURN).asText());
    }

    /** Returns the labels that an open call will bring. */
    public static Set<String> brought(JsonNode open) {
        return open.path(SessionFlows.LABELS)
                .valueStream()
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
