package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.wire.MessagesCalls;

/**
 * A content block of Anthropic messages: all of it in a complete message, or its start in a stream.
 *
 * @param kind what it is
 * @param type its own word for that
 * @param id a call's id, empty for others
 * @param name the name of a call's tool, empty for others
 * @param text a text, empty for others
 * @param input the text of a call's input, empty where it is still to come, or is nothing at all
 */
record MessageBlock(Kind kind, String type, String id, String name, String text, String input) {

    /** The kind of a block. */
    enum Kind {
        /** What the model says. */
        TEXT,
        /** What it thinks. */
        THOUGHT,
        /** A call that the service is to run. */
        CALL,
        /** A call that the provider runs itself, such as {@code server_tool_use} and {@code mcp_tool_use}. */
        PROVIDER_CALL,
        /** Anything else. */
        OTHER
    }

    static MessageBlock of(JsonNode block) throws WireException {
        String type = Fields.text(block, "type");
        Kind kind = switch (type) {
            case "text" -> Kind.TEXT;
            case "thinking", "redacted_thinking" -> Kind.THOUGHT;
            case "tool_use" -> Kind.CALL;
            default -> type.endsWith("tool_use") ? Kind.PROVIDER_CALL : Kind.OTHER;
        };
        boolean call = kind == Kind.CALL || kind == Kind.PROVIDER_CALL;
        return new MessageBlock(
                kind,
                type,
                call ? Fields.text(block, "id") : "",
                call ? MessagesCalls.name(Fields.text(block, "toolset_name"), Fields.text(block, "name")) : "",
                kind == Kind.TEXT ? Fields.text(block, "text") : "",
                call ? input(block.path("input")) : "");
    }

    /** Returns the input of a start event. An empty object means nothing: deltas follow, or the input is empty. */
    static String input(JsonNode input) {
        boolean nothing = input.isMissingNode() || input.isObject() && input.isEmpty();
        return nothing ? "" : input.toString();
    }
}
