package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads a response as parts: its calls, its text and its end. It uses the codec of the format without {@code strict}, and
 * passes over unknown fields, because formats grow.
 *
 * <p>For one response, one thread at a time.
 */
public final class WireReader {
    private static final String DONE = "[DONE]";
    private static final String TOOL_USE = "tool_use";

    private final Consumer<? super WirePart> consumer;
    private final ChunkCodec codec;
    private final WirePartList parts;
    private final ChatCompletionsCalls calls;
    /** The places of free-text calls and of calls that the provider runs, each reported once. */
    private final Set<Integer> foreign = new HashSet<>();

    private int events;
    private String model = "";

    /**
     * Creates a reader of one response.
     *
     * @param format the format it comes in
     * @param consumer takes its parts, as they come; the last is its end
     */
    public WireReader(WireFormat format, Consumer<? super WirePart> consumer) {
        this.consumer = consumer;
        codec = ChunkCodec.of(format, false);
        parts = new WirePartList(consumer);
        calls = new ChatCompletionsCalls(parts);
    }

    /**
     * Reads the next event.
     *
     * @param event an event; one without data says nothing
     * @throws WireException if its data is not JSON, a member has another type than its format says, or it contradicts
     *     those before it
     */
    public void read(StreamedEvent event) throws WireException {
        events++;
        String data = event.data();
        if (!data.isBlank() && !data.strip().equals(DONE)) {
            try {
                read(WireJson.read(data));
            } catch (MalformedJsonException e) {
                throw new WireException("event " + events + " is not JSON: " + e.getMessage());
            } catch (WireException e) {
                throw new WireException("event " + events + ": " + e.getMessage());
            }
        }
    }

    /** Reads the data of an event. */
    void read(JsonNode event) throws WireException {
        look(event);
        foreign(Fields.index(event, "output_index"), event.path("item"));
        foreign(Fields.index(event), event.path("content_block"));
        for (JsonNode each : byChoice(event)) {
            tell(codec.read(new StreamedEvent("", each.toString(), "")), false);
        }
    }

    /** Reads a response that came in one piece. */
    void readWhole(JsonNode body) throws WireException {
        look(body);
        for (String list : List.of("output", "content")) {
            for (int i = 0; i < body.path(list).size(); i++) {
                foreign(i, body.path(list).get(i));
            }
        }
        for (JsonNode each : byChoice(body)) {
            tell(codec.readWhole(each.toString()), true);
        }
    }

    private void look(JsonNode event) {
        for (JsonNode each : List.of(event, event.path("message"), event.path("response"))) {
            model = model.isEmpty() ? each.path("model").asText() : model;
        }
        if (event.path("error").isObject() || event.path("type").asText().equals("error")) {
            calls.fail();
        }
    }

    /** Returns an event for each choice of an event, since a codec reads one at a time. */
    private static List<JsonNode> byChoice(JsonNode event) {
        if (!(event instanceof ObjectNode object) || event.path("choices").size() < 2) {
            return List.of(event);
        }
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode choice : event.path("choices")) {
            ObjectNode single = object.deepCopy();
            single.putArray("choices").add(choice);
            all.add(single);
        }
        return all;
    }

    /** Reports a call that the provider runs itself, or that has free text as its input. */
    private void foreign(int place, JsonNode item) throws WireException {
        String type = Fields.text(item, "type");
        boolean provided = type.endsWith(TOOL_USE)
                ? !type.equals(TOOL_USE) || MessagesCodec.callsByProgram(item)
                : type.endsWith("_call") && !type.equals(ResponsesFormat.CALL);
        if (!provided || !foreign.add(place)) {
            return;
        }
        int position = Integer.MAX_VALUE - foreign.size();
        String name = Fields.text(item, "name");
        if (type.equals("custom_tool_call")) {
            parts.startFreeText(position, Fields.text(item, "call_id"), name);
        } else {
            parts.startProvided(position, Fields.text(item, "id"), name.isEmpty() ? type.replace("_call", "") : name);
        }
    }

    private void tell(StreamChunk chunk, boolean whole) {
        if (!chunk.content().isEmpty()) {
            consumer.accept(WirePart.text(chunk.content()));
        }
        boolean first = true;
        for (ToolCallDelta delta : chunk.toolCalls()) {
            ChatCompletionsCalls.Piece piece =
                    new ChatCompletionsCalls.Piece(delta.index(), delta.id(), delta.name(), delta.arguments(), false);
            if (whole) {
                calls.whole(chunk.choice(), piece);
            } else {
                calls.piece(chunk.choice(), first, piece);
            }
            first = false;
        }
        calls.finish(chunk.choice(), chunk.finishReason());
    }

    /** Ends the body, also if it broke off. */
    public void end() {
        String reason = calls.reason();
        consumer.accept(WirePart.end(calls.isComplete(), reason.isEmpty() ? "no finish reason" : reason));
    }

    /** Returns the model that says it gave the response, empty if none is named so far. */
    String model() {
        return model;
    }
}
