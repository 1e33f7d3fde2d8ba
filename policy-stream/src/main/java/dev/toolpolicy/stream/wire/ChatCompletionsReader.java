package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;

/**
 * OpenAI chat completions: {@code choices[].delta.tool_calls[]}, or {@code choices[].message} in a whole body. Some
 * providers send the arguments as an object.
 */
final class ChatCompletionsReader implements EventReader {
    private final WirePartList parts;
    private final ChatCompletionsCalls calls;
    private boolean begun;

    ChatCompletionsReader(WirePartList parts) {
        this.parts = parts;
        calls = new ChatCompletionsCalls(parts);
    }

    @Override
    public WireFormat format() {
        return WireFormat.CHAT_COMPLETIONS;
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.path("choices").isArray() || event.path("object").asText().startsWith("chat.completion");
    }

    @Override
    public void read(JsonNode event) throws WireException {
        parts.model(event.path("model").asText());
        if (event.path("error").isObject()) {
            calls.fail();
        }
        for (JsonNode choice : event.path("choices")) {
            int number = Math.max(0, Fields.index(choice));
            if (choice.path("delta").isEmpty()) {
                message(number, choice.path("message"), !begun);
            } else { // some providers say the same in both
                message(number, choice.path("delta"), false);
            }
            calls.finish(number, Fields.text(choice, "finish_reason"));
        }
        begun = true;
    }

    private void message(int choice, JsonNode message, boolean whole) throws WireException {
        parts.plain(
                message.path("content").isTextual() ? message.path("content").textValue() : "");
        boolean first = true;
        for (JsonNode each : message.path("tool_calls")) {
            ChatCompletionsCalls.Piece call = ChatCall.of(each).piece();
            if (whole) {
                calls.whole(choice, call);
            } else {
                calls.piece(choice, first, call);
            }
            first = false;
        }
        if (message.path("function_call").isObject()) { // the call of the API before tools: one a choice, no id
            calls.function(choice, ChatCall.of(message.path("function_call")).piece());
        }
    }

    @Override
    public void end() {
        parts.finish(calls.isComplete(), calls.reason().isEmpty() ? "no finish reason" : calls.reason());
    }
}
