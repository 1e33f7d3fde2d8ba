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
 * An event of a coding agent: a tool call that is about to run, one that has run, or a message of the user. Immutable; the trees must not be
 * changed.
 *
 * @param kind what happened
 * @param session the agent's id of the session
 * @param callId the agent's id of the call; empty if it gives none
 * @param tool the tool's name
 * @param input the tool's arguments
 * @param directory the directory in which the agent works now; empty if it doesn't say
 * @param permissionMode how the agent asks its user; empty if it doesn't say
 * @param agent the type of the agent within the session; empty for the main one
 * @param response what the tool returned, or the user's message; missing before the call
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
        JsonNode response) {
    private static final int LONGEST = 64 << 20;
    private static final StrictJson READER = StrictJson.standard().ofAnyLength();

    /** The kind of an event. */
    enum Kind {
        /** The call is about to run. */
        BEFORE,
        /** The call has run. */
        AFTER,
        /** The call has failed. */
        FAILED,
        /** The user has written a message. */
        PROMPT
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
        if (kind == Kind.PROMPT) {
            return prompt(
                    text(tree, "session_id", true),
                    text(tree, "cwd", false),
                    text(tree, "permission_mode", false),
                    TextNode.valueOf(text(tree, "prompt", false)));
        }
        if (!(tree.path("tool_input") instanceof ObjectNode input)) {
            throw new IOException("\"tool_input\" of the event is not an object");
        }
        String tool = text(tree, "tool_name", true);
        return new HookEvent(
                kind,
                text(tree, "session_id", true),
                text(tree, "tool_use_id", false),
                host.tool(tool),
                host.input(tool, input),
                text(tree, "cwd", false),
                text(tree, "permission_mode", false),
                text(tree, "agent_type", false),
                tree.path("tool_response"));
    }

    /** Creates the event of a user's message. */
    static HookEvent prompt(String session, String directory, String permissionMode, JsonNode message) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        return new HookEvent(Kind.PROMPT, session, "", "", none, directory, permissionMode, "", message);
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
