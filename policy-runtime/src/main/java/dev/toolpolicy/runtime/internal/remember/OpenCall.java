package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a call that has started and has no outcome yet. A call whose outcome doesn't come in time is over:
 * it no longer counts as open, what it reserved stays used, and it meets no requirement. Immutable.
 */
record OpenCall(JsonNode part) {
    private static final String TOOL = "tool";
    private static final String CALL = "call";
    private static final String RULES = "rules";
    private static final String TIME = "time";
    private static final String ARGUMENTS = "arguments";
    private static final String APPROVED = "approved";
    private static final String DECISION = "decision";
    private static final String FORGOTTEN = "forgotten";
    private static final String APPROVAL = "approval";
    private static final String COUNTERS = "counters";

    static OpenCall read(JsonNode part) {
        return new OpenCall(part);
    }

    /**
     * Creates a call that begins.
     *
     * @param labels the labels that its outcome will bring
     * @param turn the response that it is of; null if no flows are recorded
     */
    static OpenCall begun(ToolCall call, Instant time, Set<String> labels, @Nullable Turn turn) {
        ObjectNode part = JsonNodeFactory.instance
                .objectNode()
                .put(TOOL, call.tool())
                .put(CALL, call.id())
                .put(TIME, time.toString());
        if (!call.rules().isEmpty()) {
            part.set(RULES, StateValues.texts(call.rules()));
        }
        return new OpenCall(turn == null ? part : SessionLabels.bringing(part, labels, turn));
    }

    /** Returns the response that it is of; a new one if that isn't known. */
    Turn turn() {
        return SessionLabels.turn(part);
    }

    /** Returns the labels that its outcome will bring. */
    Set<String> labels() {
        return SessionLabels.brought(part);
    }

    /** Returns this call with all that another process needs to record its outcome. */
    OpenCall handedOver(ToolCall call, boolean approved, @Nullable JsonNode decision, @Nullable String approval) {
        ObjectNode more = part.deepCopy();
        more.put(APPROVED, approved).set(ARGUMENTS, call.arguments());
        if (approval != null) {
            more.put(APPROVAL, approval);
        }
        if (decision != null) {
            more.set(DECISION, decision);
        }
        return new OpenCall(more);
    }

    /** Returns this call as one that counters of limits over sessions counted. */
    OpenCall countedBy(List<String> counters) {
        return counters.isEmpty() ? this : new OpenCall(StateValues.with(part, COUNTERS, StateValues.texts(counters)));
    }

    /** Returns the counters of limits over sessions that counted it, by their names. */
    List<String> counters() {
        return texts(COUNTERS);
    }

    private List<String> texts(String member) {
        return part.path(member).valueStream().map(JsonNode::asText).toList();
    }

    /** Returns what decided that this call runs. */
    Optional<JsonNode> decision() {
        return Optional.ofNullable(part.get(DECISION));
    }

    /** Returns the id of the stored approval that this call uses; null if it uses none. */
    @Nullable
    String approval() {
        return part.path(APPROVAL).textValue();
    }

    boolean isHandedOver() {
        return part.path(ARGUMENTS).isObject();
    }

    boolean approved() {
        return part.path(APPROVED).booleanValue();
    }

    ToolCall call() {
        ObjectNode arguments =
                part.get(ARGUMENTS) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        return new ToolCall(part.path(CALL).asText(), part.path(TOOL).asText(), arguments).withRules(texts(RULES));
    }

    /** Returns the time of the check; if it is unreadable, the call started long ago. */
    Instant time() {
        return SessionLabels.time(part.path(TIME));
    }

    boolean isOver(Instant now, Duration timeout) {
        return !now.isBefore(time().plus(timeout));
    }

    JsonNode write() {
        return part;
    }

    /**
     * Makes room for one more open call: if the session is full, calls that are over are removed, and the marks of ended
     * ones. Returns whether there is room.
     */
    static boolean makeRoom(Draft draft, Instant now, SessionSettings settings) {
        if (draft.count(SessionState.BEGUN) + draft.count(SessionState.ENDED) < settings.openCalls()) {
            return true;
        }
        removeOver(SessionState.BEGUN, draft, now, settings.outcomeTimeout());
        draft.removeAll(SessionState.ENDED);
        return draft.count(SessionState.BEGUN) < settings.openCalls();
    }

    private static void removeOver(String prefix, Draft draft, Instant now, Duration timeout) {
        List<String> over = new ArrayList<>();
        draft.parts().forEach((name, part) -> {
            if (name.startsWith(prefix) && read(part).isOver(now, timeout)) {
                over.add(name);
            }
        });
        over.forEach(name -> lose(draft, name));
    }

    /** Removes a call that ends without an outcome. Its labels join the session's. */
    static void lose(Draft draft, String name) {
        JsonNode part = draft.get(name);
        if (part != null) {
            SessionLabels.lose(draft, part);
            draft.remove(name);
        }
    }

    /**
     * Forgets all calls. Their labels join the session's.
     *
     * @param keepsText whether the outcomes of calls that were handed over may still bring labels and values
     */
    static void forgetAll(Draft draft, boolean keepsText) {
        draft.before().stored().parts().forEach((name, part) -> {
            if (name.startsWith(SessionState.BEGUN)) {
                lose(draft, name);
                if (keepsText && read(part).isHandedOver()) {
                    draft.put(name, ((ObjectNode) part.deepCopy()).put(FORGOTTEN, true));
                }
            }
        });
    }

    /** Returns whether the session was restored since, so that policies don't count this call. */
    boolean isForgotten() {
        return part.path(FORGOTTEN).booleanValue();
    }

    /** Replaces an open call by a mark that says who ended it, and removes marks that are over. */
    static void end(String attempt, Draft draft, Instant now, Duration timeout, Ending by) {
        removeOver(SessionState.ENDED, draft, now, timeout);
        draft.remove(SessionState.BEGUN + attempt);
        ObjectNode mark = JsonNodeFactory.instance.objectNode().put(TIME, now.toString());
        draft.put(SessionState.ENDED + attempt, mark.put("by", by.id()).put("success", by.success()));
    }

    /**
     * An attempt to end an open call: two nodes can try that at once with different outcomes.
     *
     * @param id unique in all processes
     * @param success whether the call succeeded; null if that isn't known
     */
    record Ending(String id, @Nullable Boolean success) {
        static Ending by(ToolResult outcome) {
            boolean isKnown = outcome.kind() != ToolResult.Kind.UNKNOWN;
            return new Ending(UUID.randomUUID().toString(), isKnown ? outcome.isSuccess() : null);
        }

        /** Returns whether the store took this ending. */
        boolean isIn(Draft draft, String attempt) {
            JsonNode mark = draft.get(SessionState.ENDED + attempt);
            return mark != null && id.equals(mark.path("by").asText());
        }
    }
}
