package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored form of a call that has started and has no outcome yet. A call whose outcome doesn't come in time is over:
 * it no longer counts as open, what it reserved stays used, and it meets no requirement. Immutable.
 */
final class OpenCall {
    private static final String TOOL = "tool";
    private static final String CALL = "call";
    private static final String TIME = "time";
    private static final String ARGUMENTS = "arguments";
    private static final String APPROVED = "approved";

    private final JsonNode part;

    private OpenCall(JsonNode part) {
        this.part = part;
    }

    static OpenCall read(JsonNode part) {
        return new OpenCall(part);
    }

    static OpenCall begun(ToolCall call, Instant time) {
        return new OpenCall(JsonNodeFactory.instance
                .objectNode()
                .put(TOOL, call.tool())
                .put(CALL, call.id())
                .put(TIME, time.toString()));
    }

    /** Returns this call with all that another process needs to record its outcome. */
    OpenCall handedOver(ToolCall call, boolean approved) {
        ObjectNode more = part.deepCopy();
        more.put(APPROVED, approved).set(ARGUMENTS, call.arguments());
        return new OpenCall(more);
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
        return new ToolCall(part.path(CALL).asText(), part.path(TOOL).asText(), arguments);
    }

    /** Returns the time of the check; if it is unreadable, the call started long ago. */
    Instant time() {
        try {
            return Instant.parse(part.path(TIME).asText());
        } catch (DateTimeException damaged) {
            return Instant.EPOCH;
        }
    }

    boolean isOver(Instant now, Duration timeout) {
        return !now.isBefore(time().plus(timeout));
    }

    JsonNode write() {
        return part;
    }

    /** Returns whether a session has room for one more open call, and removes those that are over if it doesn't. */
    static boolean isRoom(Draft draft, Instant now, SessionSettings settings) {
        if (draft.count(SessionState.BEGUN) < settings.openCalls()) {
            return true;
        }
        List<String> over = new ArrayList<>();
        draft.parts().forEach((name, part) -> {
            if (name.startsWith(SessionState.BEGUN) && read(part).isOver(now, settings.outcomeTimeout())) {
                over.add(name);
            }
        });
        over.forEach(draft::remove);
        return draft.count(SessionState.BEGUN) < settings.openCalls();
    }
}
