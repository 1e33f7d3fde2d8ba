package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.agents.internal.local.Utf8Text;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * An event of a coding agent: a tool call that is about to run, one that has run, a message, or the begin of a session.
 * Immutable; the trees must not be changed.
 *
 * @param kind what happened
 * @param session the agent's id of the session
 * @param callId the agent's id of the call; empty if it gives none
 * @param tool the tool's name
 * @param input the tool's arguments
 * @param directory the directory in which the agent works now; empty if it doesn't say
 * @param permissionMode how the agent asks its user; empty if it doesn't say
 * @param agent the type of the agent within the session; empty for the main one
 * @param source who wrote the message, or how the session began; empty if the agent doesn't say
 * @param response what the tool returned, or the message; missing before the call
 */
record HookEvent(
        Kind kind,
        String session,
        String callId,
        String tool,
        ObjectNode input,
        String directory,
        String permissionMode,
        String agent,
        String source,
        JsonNode response) {
    private static final int LONGEST = 64 << 20;
    private static final ObjectNode NO_INPUT = JsonNodeFactory.instance.objectNode();
    private static final StrictJson READER = StrictJson.standard().ofAnyLength();

    /** The kind of an event. */
    enum Kind {
        /** The call is about to run. */
        BEFORE,
        /** The call has run. */
        AFTER,
        /** The call has failed. */
        FAILED,
        /** The user, a program or the agent itself has written a message. */
        PROMPT,
        /** A session has begun, or goes on after a pause. */
        START
    }

    /**
     * Reads an event.
     *
     * @param host the agent
     * @param in JSON, as the agent writes it
     * @throws IOException if it isn't an event that the hook handles; the message never quotes the text
     */
    static HookEvent read(HookHost host, InputStream in) throws IOException {
        JsonNode tree;
        try {
            tree = READER.read(Utf8Text.read(in, LONGEST, "the event"));
        } catch (MalformedJsonException e) {
            throw new IOException("the event is not JSON: " + e.getMessage(), e);
        }
        if (!tree.isObject()) {
            throw new IOException("the event is not a JSON object");
        }
        Kind kind = kind(host, text(tree, "hook_event_name", true));
        boolean isOfCall = kind != Kind.PROMPT && kind != Kind.START;
        JsonNode input = isOfCall ? tree.path("tool_input") : NO_INPUT;
        if (!input.isObject()) {
            throw new IOException("\"tool_input\" of the event is not an object");
        }
        String tool = isOfCall ? text(tree, "tool_name", true) : "";
        return new HookEvent(
                kind,
                text(tree, "session_id", true),
                text(tree, "tool_use_id", false),
                host.tool(tool),
                host.input(tool, (ObjectNode) input),
                text(tree, "cwd", false),
                text(tree, "permission_mode", false),
                text(tree, "agent_type", false),
                text(tree, "source", false),
                isOfCall ? tree.path("tool_response") : TextNode.valueOf(text(tree, "prompt", false)));
    }

    /** Returns an event without a call, to try a policy. */
    static HookEvent trial() {
        return new HookEvent(Kind.START, "trial", "", "", NO_INPUT, "", "", "", "", NO_INPUT);
    }

    /**
     * Returns whether the user typed the message. An agent that doesn't say who wrote it begins its own messages with a
     * tag.
     */
    boolean isOfUser() {
        return source.equals("user")
                || source.isEmpty() && !response.asText().strip().startsWith("<");
    }

    private static Kind kind(HookHost host, String name) throws IOException {
        for (Map.Entry<Kind, String> event : host.events().entrySet()) {
            if (event.getValue().equals(name)) {
                return event.getKey();
            }
        }
        throw new IOException("the event is not one of " + String.join(", ", new TreeMap<>(host.events()).values()));
    }

    private static String text(JsonNode event, String name, boolean required) throws IOException {
        JsonNode value = event.path(name);
        if (value.isTextual() && !(required && value.textValue().isBlank())) {
            return value.textValue();
        }
        if (!required && (value.isMissingNode() || value.isNull())) {
            return "";
        }
        throw new IOException("\"" + name + "\" of the event is not " + (required ? "a text" : "a text or null"));
    }
}
