package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.adapter.ResponsesCalls;

/**
 * OpenAI responses: an output item is added, its arguments come in deltas, then once more whole, and the item is done.
 * A body in one piece holds the same items in {@code output}.
 */
final class ResponsesReader implements EventReader {
    private final WirePartList parts;
    private final ResponsesCalls calls;
    private String finish = "";

    ResponsesReader(WirePartList parts) {
        this.parts = parts;
        calls = new ResponsesCalls(parts);
    }

    @Override
    public WireFormat format() {
        return WireFormat.RESPONSES;
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.path("type").asText().startsWith("response.")
                || event.path("object").asText().equals("response");
    }

    @Override
    public void read(JsonNode event) throws WireException {
        if (event.path("object").asText().equals("response")) {
            whole(event);
            return;
        }
        int position = Math.max(0, Fields.index(event, "output_index"));
        switch (event.path("type").asText()) {
            case "response.created" ->
                parts.model(event.path("response").path("model").asText());
            case "response.output_item.added" -> added(position, event.path("item"));
            case "response.function_call_arguments.delta",
                    "response.custom_tool_call_input.delta",
                    "response.mcp_call_arguments.delta" -> calls.text(position, Fields.text(event, "delta"));
            case "response.function_call_arguments.done" -> wholeArguments(position, event);
            case "response.output_item.done" -> done(position, event.path("item"));
            case "response.output_text.delta" -> parts.plain(event.path("delta").asText());
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" ->
                finished(event.path("response"));
            case "error" -> finish = "error";
            default -> {} // progress, reasoning, annotations
        }
    }

    private void whole(JsonNode response) throws WireException {
        parts.model(response.path("model").asText());
        int position = 0;
        for (JsonNode item : response.path("output")) {
            added(position, item);
            done(position, item);
            for (JsonNode content : item.path("content")) {
                parts.plain(content.path("text").asText(""));
            }
            position++;
        }
        finished(response);
    }

    private void added(int position, JsonNode item) throws WireException {
        String type = Fields.text(item, "type");
        if (type.equals("function_call")) {
            calls.function(
                    position, Fields.text(item, "call_id"), Fields.text(item, "namespace"), Fields.text(item, "name"));
        } else if (type.equals("custom_tool_call")) {
            calls.freeText(position, Fields.text(item, "call_id"), Fields.text(item, "name"));
        } else if (type.endsWith("_call")) {
            String name = Fields.text(item, "name");
            String kind = type.substring(0, type.length() - "_call".length());
            calls.provided(position, Fields.text(item, "id"), name.isEmpty() ? kind : name);
        }
    }

    private void wholeArguments(int position, JsonNode holder) {
        if (holder.path("arguments").isTextual()) {
            calls.whole(position, holder.path("arguments").textValue());
        }
    }

    private void done(int position, JsonNode item) throws WireException {
        added(position, item); // says nothing new, unless the item was never added
        if (item.path("type").asText().equals("function_call")) {
            wholeArguments(position, item);
        }
        calls.done(position, !item.path("status").asText().equals("incomplete"));
    }

    private void finished(JsonNode response) {
        finish = response.path("status").asText("");
        calls.finish(finish.equals("completed"));
        String why = response.path("incomplete_details").path("reason").asText("");
        finish = why.isEmpty() ? finish : finish + ": " + why;
    }

    @Override
    public void end() {
        parts.finish(calls.isComplete(), finish.isEmpty() ? "no response.completed" : finish);
    }
}
