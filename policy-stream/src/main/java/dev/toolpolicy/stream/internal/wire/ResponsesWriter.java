package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes responses: follows the unchanged events, so that new ones fit between them. The response at the end holds the
 * items that went out, and no others. Once an event was added, the numbers of the later ones move up.
 */
final class ResponsesWriter extends ResponseWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The response as it began; empty until it did. */
    private ObjectNode response = JSON.objectNode();
    /** The last event as it came, and the items that came; null until it came. */
    private @Nullable ObjectNode last;

    private List<ObjectNode> came = List.of();
    /** The items that went out. */
    private final List<ObjectNode> sent = new ArrayList<>();
    /** The item that goes out, its text or arguments so far, and the text of its open part. */
    private @Nullable ObjectNode open;

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder partText = new StringBuilder();
    private int part = -1;
    private boolean argumentsDone;
    /** The number of the event before; -1 before the first. */
    private long number = -1;
    /** Whether events have numbers, and whether they are other numbers than those that came. */
    private boolean numbered = true;

    private boolean moved;
    private boolean started;
    private int own;

    /** Keeps the last event, unless it holds what isn't known, and the items that came before it. */
    void keep(@Nullable ObjectNode end, List<ObjectNode> items) {
        last = end;
        came = items;
    }

    private ObjectNode message(String status) {
        ObjectNode item = JSON.objectNode().put("id", "msg_tool_policy_" + own++);
        item.put("type", ResponsesFormat.MESSAGE).put("status", status).put("role", "assistant");
        item.putArray("content");
        return item;
    }

    // ---- a stream

    @Override
    String follow(ObjectNode came, String raw, String content, StringBuilder out) {
        ObjectNode event = came.deepCopy();
        String type = event.path("type").asText();
        if (type.equals("response.output_item.added")) {
            begin(event.path("item"));
        } else if (type.equals("response.content_part.added")) {
            part(event.path("content_index").asInt());
        }
        text.append(content);
        partText.append(content);
        switch (type) {
            case "response.created" -> {
                started = true;
                response = came.path("response") instanceof ObjectNode begun ? begun : response;
            }
            case "response.function_call_arguments.delta" ->
                text.append(event.path("delta").asText());
            case "response.function_call_arguments.done" -> argumentsDone = true;
            case "response.output_text.done" -> correct(event, "text", partText);
            case "response.content_part.done" -> {
                if (event.path("part").path("type").asText().equals("output_text")) {
                    correct((ObjectNode) event.path("part"), "text", partText);
                }
            }
            case "response.output_item.done" -> itemDone(event.path("item"));
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" -> {
                close("incomplete", out);
                settle(event);
            }
            default -> {} // a piece of an item, or a sign of life
        }
        if (event.has("output_index")) {
            event.put("output_index", open == null ? Math.max(0, sent.size() - 1) : sent.size());
        }
        numbered = number < 0 ? event.has("sequence_number") : numbered;
        number(event);
        return event.equals(came) ? raw : ResponsesEvents.text(event);
    }

    private void begin(JsonNode item) {
        open = (ObjectNode) item;
        part = -1;
        argumentsDone = false;
        text.setLength(0);
        partText.setLength(0);
    }

    private void part(int index) {
        part = index;
        partText.setLength(0);
    }

    private static void correct(ObjectNode holder, String member, StringBuilder written) {
        if (!written.toString().contentEquals(holder.path(member).asText())) {
            holder.put(member, written.toString());
        }
    }

    private void itemDone(JsonNode item) {
        ObjectNode done = (ObjectNode) item;
        if (done.path("type").asText().equals(ResponsesFormat.MESSAGE)) {
            String said = done.path("content")
                    .valueStream()
                    .filter(each -> each.path("type").asText().equals("output_text"))
                    .map(each -> each.path("text").asText())
                    .collect(Collectors.joining());
            if (!said.contentEquals(text)) {
                done.putArray("content").add(ResponsesEvents.textPart(text.toString()));
            }
        }
        sent.add(done);
        open = null;
    }

    /** Gives an event its number. */
    private void number(ObjectNode event) {
        boolean numbers = event.has("sequence_number");
        moved |= !numbers;
        if (numbered && moved) {
            event.put("sequence_number", number + 1);
        }
        number = numbers && !moved ? event.path("sequence_number").asLong() : number + 1;
    }

    private void append(ObjectNode event, StringBuilder out) {
        number(event);
        out.append(ResponsesEvents.text(event));
    }

    private void start(StringBuilder out) {
        if (!started) {
            started = true;
            response.put("id", "resp_tool_policy").put("object", "response").put("created_at", 0);
            response.put("status", "in_progress").put("model", "").put("parallel_tool_calls", true);
            response.put("tool_choice", "auto").putNull("error").putNull("incomplete_details");
            response.putArray("output");
            response.putArray("tools");
            ObjectNode event = ResponsesEvents.event("created");
            event.set("response", response);
            append(event, out);
        }
    }

    /** Writes text: into the open part, or as a message of its own. */
    @Override
    void text(String content, StringBuilder out) {
        start(out);
        boolean apart = open == null || part < 0;
        if (apart) {
            close("incomplete", out);
            open(message("in_progress"), out);
            part(0);
            ObjectNode added = ofPart("content_part.added");
            added.set("part", ResponsesEvents.textPart(""));
            append(added, out);
        }
        text.append(content);
        partText.append(content);
        ObjectNode delta = ofPart("output_text.delta").put("delta", content);
        delta.putArray("logprobs");
        append(delta, out);
        if (apart) {
            close("completed", out);
        }
    }

    private void open(ObjectNode item, StringBuilder out) {
        append(ResponsesEvents.added(sent.size(), item), out);
        begin(item);
    }

    private ObjectNode ofPart(String type) {
        JsonNode item = open == null ? JSON.missingNode() : open;
        return ResponsesEvents.ofItem(type, sent.size(), item).put("content_index", part);
    }

    /** Ends the open item, with what has gone out of it. */
    private void close(String status, StringBuilder out) {
        ObjectNode item = open;
        if (item == null) {
            return;
        }
        if (part >= 0) {
            ObjectNode done = ofPart("output_text.done").put("text", partText.toString());
            done.putArray("logprobs");
            append(done, out);
            ObjectNode end = ofPart("content_part.done");
            end.set("part", ResponsesEvents.textPart(partText.toString()));
            append(end, out);
            item.putArray("content").add(ResponsesEvents.textPart(text.toString()));
        }
        if (item.path("type").asText().equals(ResponsesFormat.CALL)) {
            item.put("arguments", text.toString());
            if (!argumentsDone) {
                append(ResponsesEvents.argumentsDone(sent.size(), item), out);
            }
        }
        item.put("status", status);
        ObjectNode end = ResponsesEvents.event("output_item.done").put("output_index", sent.size());
        end.set("item", item);
        append(end, out);
        sent.add(item);
        open = null;
    }

    /** Writes a complete call. */
    @Override
    void call(ToolCallDelta call, StringBuilder out) {
        start(out);
        close("incomplete", out);
        ObjectNode item = JSON.objectNode().put("id", "fc_tool_policy_" + own++);
        item.put("type", ResponsesFormat.CALL).put("status", "completed");
        item.put("call_id", call.id()).put("name", call.name()).put("arguments", call.arguments());
        int index = sent.size();
        append(ResponsesEvents.added(index, item), out);
        append(ResponsesEvents.argumentsDelta(index, item, call.arguments()), out);
        append(ResponsesEvents.argumentsDone(index, item), out);
        ObjectNode end = ResponsesEvents.event("output_item.done").put("output_index", index);
        end.set("item", item);
        append(end, out);
        sent.add(item);
    }

    /** Gives the last event the items that went out, unless they are those that came. */
    private void settle(ObjectNode end) {
        JsonNode output = end.path("response").path("output");
        if (!sent.equals(came) && !output.isEmpty()) {
            ((ObjectNode) end.path("response")).putArray("output").addAll(sent);
        }
    }

    @Override
    void finish(String reason, StringBuilder out) {
        start(out);
        close("incomplete", out);
        ObjectNode end = last == null ? end(reason) : last.deepCopy();
        settle(end);
        append(end, out);
    }

    /** Returns the last event of a response that a policy ends. */
    private ObjectNode end(String reason) {
        boolean whole = reason.equals(StreamChunk.STOP) || reason.equals(StreamChunk.TOOL_CALLS);
        ObjectNode end = ResponsesEvents.event(whole ? "completed" : "incomplete");
        ObjectNode ended = response.deepCopy().put("status", whole ? "completed" : "incomplete");
        if (!whole) {
            String why = reason.equals(StreamChunk.LENGTH) ? "max_output_tokens" : reason;
            ended.putObject("incomplete_details").put("reason", why);
        }
        ended.putArray("output").addAll(sent);
        end.set("response", ended);
        return end;
    }

    String failure(String message) {
        ObjectNode event = ChatCodec.errorBody("tool_policy_error", message).put("type", "error");
        event.put("code", "tool_policy").put("message", message).putNull("param");
        StringBuilder out = new StringBuilder();
        append(event, out);
        return out.toString();
    }

    // ---- a response in one piece

    /** Returns the response with its remaining calls. */
    String whole(StreamChunk chunk) {
        ObjectNode whole = remaining(chunk, "output");
        whole.remove("output_text");
        return whole.toString();
    }

    @Override
    Optional<ToolCallDelta> call(JsonNode item) {
        return item.path("type").asText().equals(ResponsesFormat.CALL)
                ? Optional.of(new ToolCallDelta(
                        0,
                        item.path("call_id").asText(),
                        item.path("name").asText(),
                        item.path("arguments").asText()))
                : Optional.empty();
    }

    @Override
    ObjectNode notice(String notice) {
        ObjectNode item = message("completed");
        ((ArrayNode) item.path("content")).add(ResponsesEvents.textPart(notice));
        return item;
    }
}
