package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.wire.WirePart.Owner;

/**
 * OpenAI responses: an output item is added, its arguments come in deltas, then once more whole, and the item is done.
 * A body in one piece holds the same items in {@code output}.
 */
final class ResponsesReader implements EventReader {
    private final WirePartList parts;
    private String finish = "";
    private boolean complete;
    /** Whether an item's own status is incomplete, which the response's status doesn't override. */
    private boolean incomplete;

    ResponsesReader(WirePartList parts) {
        this.parts = parts;
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
    public void read(JsonNode event) {
        if (event.path("object").asText().equals("response")) {
            whole(event);
            return;
        }
        int position = event.path("output_index").asInt();
        switch (event.path("type").asText()) {
            case "response.created" ->
                parts.model(event.path("response").path("model").asText());
            case "response.output_item.added" -> added(position, event.path("item"));
            case "response.function_call_arguments.delta",
                    "response.custom_tool_call_input.delta",
                    "response.mcp_call_arguments.delta" ->
                parts.text(position, event.path("delta").asText());
            case "response.function_call_arguments.done" -> wholeArguments(position, event);
            case "response.output_item.done" -> done(position, event.path("item"));
            case "response.output_text.delta" -> parts.plain(event.path("delta").asText());
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" ->
                finished(event.path("response"));
            case "error" -> finish = "error";
            default -> {} // progress, reasoning, annotations
        }
    }

    private void whole(JsonNode response) {
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

    private void added(int position, JsonNode item) {
        String type = item.path("type").asText();
        if (type.equals("function_call") || type.equals("custom_tool_call")) {
            Owner owner = type.equals("function_call") ? Owner.SERVICE : Owner.SERVICE_FREE_TEXT;
            parts.start(
                    position, item.path("call_id").asText(""), item.path("name").asText(""), owner);
        } else if (type.endsWith("_call")) {
            String name = type.substring(0, type.length() - "_call".length());
            parts.start(position, item.path("id").asText(""), item.path("name").asText(name), Owner.PROVIDER);
        }
    }

    private void wholeArguments(int position, JsonNode holder) {
        if (holder.path("arguments").isTextual()) {
            parts.wholeText(position, holder.path("arguments").textValue());
        }
    }

    private void done(int position, JsonNode item) {
        added(position, item); // says nothing new, unless the item was never added
        if (item.path("type").asText().equals("function_call")) {
            wholeArguments(position, item);
        }
        if (item.path("status").asText().equals("incomplete")) {
            incomplete = true;
        } else {
            parts.end(position);
        }
    }

    private void finished(JsonNode response) {
        finish = response.path("status").asText("");
        complete = finish.equals("completed");
        String why = response.path("incomplete_details").path("reason").asText("");
        finish = why.isEmpty() ? finish : finish + ": " + why;
    }

    @Override
    public void end() {
        parts.finish(complete && !incomplete, finish.isEmpty() ? "no response.completed" : finish);
    }
}
