package dev.toolpolicy.examples.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.examples.wire.WirePart.ArgumentText;
import dev.toolpolicy.examples.wire.WirePart.CallStarted;
import dev.toolpolicy.examples.wire.WirePart.PlainText;
import dev.toolpolicy.examples.wire.WirePart.ResponseEnded;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamChunk.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Recorded bodies as the chunks that stream policies see. */
final class StreamChunks {
    private StreamChunks() {}

    /** Of any format, by way of its parts. */
    static List<StreamChunk> ofParts(List<WirePart> parts) {
        List<StreamChunk> chunks = new ArrayList<>();
        for (WirePart part : parts) {
            if (part instanceof PlainText text) {
                chunks.add(StreamChunk.text(text.text()));
            } else if (part instanceof CallStarted start) {
                chunks.add(delta(start.position(), start.id(), start.name(), ""));
            } else if (part instanceof ArgumentText more) {
                chunks.add(delta(more.position(), "", "", more.text()));
            } else if (part instanceof ResponseEnded end && !end.reason().startsWith("no ")) {
                chunks.add(StreamChunk.finish(end.complete() ? StreamChunk.TOOL_CALLS : StreamChunk.LENGTH));
            }
        }
        return chunks;
    }

    private static StreamChunk delta(int index, String id, String name, String arguments) {
        return StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(index, id, name, arguments)));
    }

    /** Of chat completions, event by event with nothing made better: missing indexes, repeated names, late usage. */
    static List<StreamChunk> ofChatCompletions(String body) throws WireException {
        List<StreamChunk> chunks = new ArrayList<>();
        for (WireEvent event : WireEvents.of(body)) {
            JsonNode choice = event.json().path("choices").path(0);
            JsonNode delta = choice.path("delta");
            StreamChunk chunk = StreamChunk.empty()
                    .withChoice(choice.path("index").asInt())
                    .withRole(delta.path("role").asText(""))
                    .withContent(delta.path("content").isTextual() ? delta.path("content").textValue() : "")
                    .withToolCalls(deltas(delta))
                    .withFinishReason(choice.path("finish_reason").isTextual() ? choice.path("finish_reason").textValue() : "");
            boolean used = event.json().path("usage").isObject();
            chunks.add(used ? chunk.withUsage(new Usage(Map.of("total_tokens", event.json().at("/usage/total_tokens").asLong()))) : chunk);
        }
        return chunks;
    }

    private static List<ToolCallDelta> deltas(JsonNode delta) {
        List<ToolCallDelta> deltas = new ArrayList<>();
        for (JsonNode call : delta.path("tool_calls")) {
            JsonNode function = call.path("function");
            JsonNode arguments = function.path("arguments");
            deltas.add(new ToolCallDelta(
                    call.path("index").isInt() ? call.path("index").intValue() : ToolCallDelta.NO_INDEX,
                    call.path("id").asText(""),
                    function.path("name").asText(""),
                    arguments.isMissingNode() || arguments.isNull() ? "" : arguments.isTextual() ? arguments.textValue() : arguments.toString()));
        }
        return deltas;
    }
}
