package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One call in an event or a body of chat completions: all of it, or a piece.
 *
 * @param index the call's place among those of its choice, -1 if it isn't said
 * @param id the provider's id, empty if it isn't said
 * @param name the tool's name, empty if it isn't said
 * @param arguments the arguments' text, or a piece of it; some providers send an object, which is its text
 * @param freeText whether this is a text in place of arguments, as custom tools take it
 */
record ChatCall(int index, String id, String name, String arguments, boolean freeText) {

    /** Reads a call of {@code tool_calls}, or the one of {@code function_call}, as it was before there were tools. */
    static ChatCall of(JsonNode call) throws WireException {
        boolean custom = Fields.text(call, "type").equals("custom") || call.has("custom");
        JsonNode body = custom ? call.path("custom") : call.has("function") ? call.path("function") : call;
        return new ChatCall(
                Fields.index(call),
                Fields.text(call, "id"),
                Fields.text(body, "name"),
                arguments(body.path(custom ? "input" : "arguments")),
                custom);
    }

    private static String arguments(JsonNode arguments) {
        if (arguments.isMissingNode() || arguments.isNull()) {
            return "";
        }
        return arguments.isTextual() ? arguments.textValue() : arguments.toString();
    }
}
