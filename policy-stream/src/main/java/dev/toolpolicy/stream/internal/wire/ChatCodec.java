package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.internal.wire.Fields.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI chat completions: every event is a chunk already. */
final class ChatCodec implements ChunkCodec {
    private static final Map<String, Kind> ENVELOPE = Fields.members("chat", "envelope");
    private static final Map<String, Kind> CHOICE = Fields.members("chat", "choice");
    private static final Map<String, Kind> MESSAGE = Fields.members("chat", "message");
    private static final Map<String, Kind> CALL = Fields.members("chat", "call");
    private static final Map<String, Kind> FUNCTION = Fields.members("chat", "function");
    /** What is said again in every chunk. */
    private static final List<String> REPEATED =
            List.of("id", "object", "created", "model", "system_fingerprint", "service_tier");

    private final ObjectNode envelope = JsonNodeFactory.instance.objectNode();
    private @Nullable JsonNode usage;
    private final boolean strict;
    private boolean finished;
    private boolean done;

    ChatCodec(boolean strict) {
        this.strict = strict;
    }

    @Override
    public StreamChunk read(StreamedEvent event) throws WireException {
        if (event.data().isEmpty() || event.data().strip().equals("[DONE]")) {
            return StreamChunk.empty().withRaw(event.raw());
        }
        if (!event.name().isEmpty()
                && !event.name().equals("message")
                && !event.name().equals("error")) {
            throw new WireException(
                    "an event of chat completions has the name " + VisibleText.quoted(event.name(), VisibleText.NAME));
        }
        return chunk(WireJson.object(event.data()), "delta", event.raw());
    }

    private StreamChunk chunk(ObjectNode event, String expected, String raw) throws WireException {
        keepEnvelope(event);
        JsonNode choices = event.path("choices");
        if (choices.size() > 1 || !choices.isArray() && !choices.isMissingNode() && !choices.isNull()) {
            throw new WireException("expected one choice at a time, in an array");
        }
        JsonNode choice = Fields.object(choices.path(0), "choices[0]");
        boolean swapped = !strict && choice.path(expected).isEmpty();
        String part = swapped != expected.equals("delta") ? "delta" : "message";
        String twin = part.equals("delta") ? "message" : "delta";
        JsonNode message = Fields.object(choice.path(part), part);
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        Fields.check("", event, ENVELOPE, unknown);
        Fields.check("choices.", choice, CHOICE, unknown);
        Fields.check(part + ".", message, MESSAGE, unknown);
        JsonNode content = message.path("content");
        if (!content.isTextual() && !content.isNull() && !content.isMissingNode()) {
            Fields.note(unknown, part + ".content", content);
        }
        quoted("citations", event, unknown);
        quoted("annotations", message, unknown);
        boolean twice = choice.has(twin) && choice.path(twin).equals(choice.path(part));
        if (choice.has(twin) && !twice) {
            Fields.note(unknown, "choices." + twin, choice);
        }
        StreamChunk chunk = StreamChunk.empty()
                .withChoice(Math.max(0, Fields.index(choice)))
                .withRole(Fields.text(message, "role"))
                .withContent(content.isTextual() ? content.textValue() : "")
                .withToolCalls(calls(message, part.equals("message"), unknown))
                .withFinishReason(Fields.text(choice, "finish_reason"));
        JsonNode used = event.path("usage");
        chunk = used.isObject() ? chunk.withUsage(Fields.usage(used)) : chunk;
        boolean passes = !twice && isPlain(message.path("tool_calls"));
        return (passes ? chunk.withRaw(raw) : chunk).withUnknownFields(unknown);
    }

    /** Notes that there are pages which the provider's search found. Calls among them are noted as the pages are checked. */
    private static void quoted(String name, JsonNode holder, Map<String, JsonNode> unknown) {
        if (!holder.path(name).isEmpty()) {
            Fields.note(unknown, name, BooleanNode.TRUE);
        }
    }

    /**
     * Returns whether all arguments are text. Arguments that some providers send as an object are rewritten as their
     * text, and so is a message that comes twice in one event.
     */
    private static boolean isPlain(JsonNode calls) {
        return calls.valueStream()
                .map(call -> call.path("function").path("arguments"))
                .allMatch(arguments -> arguments.isTextual() || arguments.isNull() || arguments.isMissingNode());
    }

    private void keepEnvelope(ObjectNode event) {
        REPEATED.stream()
                .filter(name -> event.has(name) && !envelope.has(name))
                .forEach(name -> envelope.set(name, event.get(name)));
        usage = event.path("usage").isObject() && !Fields.hidesCall(event.path("usage")) ? event.get("usage") : usage;
    }

    /** Returns the calls of a message. In a complete message, a call without an index has its position as index. */
    private List<ToolCallDelta> calls(JsonNode message, boolean whole, Map<String, JsonNode> unknown)
            throws WireException {
        JsonNode calls = message.path("tool_calls");
        List<ToolCallDelta> deltas = new ArrayList<>();
        if (!calls.isArray() && !calls.isNull() && !calls.isMissingNode()) {
            Fields.note(unknown, "tool_calls", calls);
        }
        for (JsonNode call : calls) {
            String type = Fields.text(call, "type");
            if (!type.isEmpty() && !type.equals("function") || !call.isObject()) {
                Fields.note(unknown, "tool_calls." + type, call);
            }
            Fields.check("tool_calls.", call, CALL, unknown);
            Fields.check("tool_calls.function.", Fields.object(call.path("function"), "function"), FUNCTION, unknown);
            int said = Fields.index(call);
            int index = whole && said == ToolCallDelta.NO_INDEX ? deltas.size() : said;
            deltas.add(delta(index, call, call.path("function").isObject()));
        }
        if (!strict && message.path("function_call").isObject()) { // the call of the API before tools: it has no id
            deltas.add(delta(ToolCallDelta.NO_INDEX, message.path("function_call"), true));
        }
        return deltas;
    }

    /**
     * Returns a piece of a call. One that isn't a function is an unknown field, or a call that can't be valid; it has a
     * free text in place of arguments.
     */
    private ToolCallDelta delta(int index, JsonNode call, boolean function) throws WireException {
        boolean custom = Fields.text(call, "type").equals("custom") || call.has("custom");
        JsonNode body = custom ? call.path("custom") : call.has("function") ? call.path("function") : call;
        String id = Fields.text(call, "id");
        String name = Fields.text(body, "name");
        if (custom) {
            return new ToolCallDelta(index, id, strict ? "" : name, strict ? "" : TurnSink.FREE_TEXT);
        }
        boolean known = function || !strict;
        return new ToolCallDelta(index, id, known ? name : "", known ? arguments(body.path("arguments")) : "");
    }

    /** Returns the text of arguments, or a piece of it; some providers send an object. */
    private static String arguments(JsonNode arguments) {
        if (arguments.isMissingNode() || arguments.isNull()) {
            return "";
        }
        return arguments.isTextual() ? arguments.textValue() : arguments.toString();
    }

    @Override
    public String write(StreamChunk chunk) {
        finished = finished || !chunk.finishReason().isEmpty();
        if (chunk.raw().isPresent()) {
            String raw = chunk.raw().get();
            done = done || raw.startsWith("data: [DONE]") || raw.startsWith("data:[DONE]");
            return raw;
        }
        return chunk.isEmpty() ? "" : "data: " + event(chunk) + "\n\n";
    }

    private ObjectNode event(StreamChunk chunk) {
        ObjectNode event = envelope.deepCopy();
        if (!event.has("object")) {
            event.put("object", "chat.completion.chunk");
        }
        ArrayNode choices = event.putArray("choices");
        if (!chunk.withUsage(null).isEmpty()) {
            ObjectNode choice = choices.addObject().put("index", chunk.choice());
            message(choice.putObject("delta"), chunk);
            choice.put("finish_reason", chunk.finishReason().isEmpty() ? null : chunk.finishReason());
        }
        if (chunk.usage().isPresent() && usage != null) {
            event.set("usage", usage);
        }
        return event;
    }

    private static void message(ObjectNode message, StreamChunk chunk) {
        if (!chunk.role().isEmpty()) {
            message.put("role", chunk.role());
        }
        if (!chunk.content().isEmpty()) {
            message.put("content", chunk.content());
        }
        if (!chunk.toolCalls().isEmpty()) {
            ArrayNode calls = message.putArray("tool_calls");
            chunk.toolCalls().forEach(delta -> call(calls.addObject(), delta));
        }
    }

    private static void call(ObjectNode call, ToolCallDelta delta) {
        if (delta.index() != ToolCallDelta.NO_INDEX) {
            call.put("index", delta.index());
        }
        if (!delta.id().isEmpty()) {
            call.put("id", delta.id());
        }
        ObjectNode function = call.putObject("function");
        if (!delta.name().isEmpty()) {
            call.put("type", "function");
            function.put("name", delta.name());
        }
        function.put("arguments", delta.arguments());
    }

    @Override
    public String end() {
        boolean missing = finished && !done;
        done = done || missing;
        return missing ? "data: [DONE]\n\n" : "";
    }

    @Override
    public String failure(String message) {
        return "data: " + error("tool_policy_error", message) + "\n\n";
    }

    @Override
    public StreamChunk readWhole(String text) throws WireException {
        ObjectNode whole = WireJson.object(text);
        if (whole.path("choices").size() != 1) {
            throw new WireException("expected a chat completion with one choice, not "
                    + whole.path("choices").size());
        }
        return chunk(whole, "message", text);
    }

    @Override
    public String writeWhole(List<StreamChunk> chunks) {
        StreamChunk chunk = chunks.get(0);
        if (chunk.raw().isPresent()) {
            return chunk.raw().get();
        }
        ObjectNode whole = envelope.deepCopy();
        ObjectNode choice = whole.putArray("choices").addObject().put("index", chunk.choice());
        ObjectNode message =
                choice.putObject("message").put("role", "assistant").putNull("content");
        message(message, chunk);
        message.path("tool_calls").forEach(call -> ((ObjectNode) call).remove("index"));
        choice.put("finish_reason", chunk.finishReason().isEmpty() ? null : chunk.finishReason());
        if (usage != null) {
            whole.set("usage", usage);
        }
        return whole.toString();
    }

    @Override
    public String error(String type, String message) {
        return errorBody(type, message).toString();
    }

    /** Returns an error as OpenAI's paths answer it. */
    static ObjectNode errorBody(String type, String message) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.putObject("error")
                .put("message", message)
                .put("type", type)
                .putNull("param")
                .put("code", "tool_policy");
        return error;
    }
}
