package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.adapter.ResponsesCalls;
import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * OpenAI responses. Output items come one after the other: one is open at a time, and their indexes count up. A call
 * comes up to five times: in pieces, as a whole text, as an item that is added and one that is done, and in the
 * response at the end. A response in which these differ is refused. Where one is left out, it is added, so that clients
 * that read any one of them read the same call.
 *
 * <p>An item of an unknown type, and a call that the provider runs itself, is an unknown field under its type.
 */
final class ResponsesCodec implements ChunkCodec {
    private final boolean strict;
    private final ResponsesWriter writer = new ResponsesWriter();
    /** The items that are done, as they came. */
    private final List<ObjectNode> items = new ArrayList<>();

    private final Set<String> ids = new HashSet<>();
    private @Nullable OpenItem open;
    private int calls;
    /** Whether the provider says of an item that it is incomplete, which the response's status doesn't override. */
    private boolean cut;

    private boolean ended;

    ResponsesCodec(boolean strict) {
        this.strict = strict;
    }

    /** The item that is coming. */
    private static final class OpenItem {
        private final ObjectNode item;
        private final String type;
        private final StringBuilder arguments = new StringBuilder();
        private boolean argumentsDone;
        /** Whether text of the open part, and of the item, has come. */
        private boolean partText;

        private boolean text;

        OpenItem(ObjectNode item, String type) {
            this.item = item;
            this.type = type;
        }

        boolean isCall() {
            return type.equals(ResponsesFormat.CALL);
        }
    }

    @Override
    public StreamChunk read(StreamedEvent event) throws WireException {
        if (event.data().isEmpty() || event.data().strip().equals("[DONE]")) {
            return StreamChunk.empty().withRaw(event.raw());
        }
        ObjectNode json = WireJson.object(event.data());
        String type = WireJson.type(event, json);
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        ResponsesEvents.Text text = new ResponsesEvents.Text(event.raw());
        StreamChunk chunk = ResponsesFormat.checkEvent(type, open == null ? "" : open.type, json, unknown)
                ? read(type, json, text, unknown)
                : StreamChunk.empty();
        return chunk.withRaw(text.toString()).withUnknownFields(unknown);
    }

    private StreamChunk read(String type, ObjectNode event, ResponsesEvents.Text text, Map<String, JsonNode> unknown)
            throws WireException {
        if (ended && !type.equals("keepalive") && !type.equals("error")) {
            throw new WireException("an event follows the end of the response");
        }
        return switch (type) {
            case "response.created", "response.in_progress", "response.queued" -> begun(type, event, unknown);
            case "response.output_item.added" -> added(event, text, unknown);
            case "response.output_item.done" -> done(event, text, unknown);
            case "response.function_call_arguments.delta" -> {
                String more = Fields.text(event, "delta");
                requireCall(event).arguments.append(more);
                yield piece(more);
            }
            case "response.function_call_arguments.done" -> {
                OpenItem call = requireCall(event);
                requireSame(event.path("name").isMissingNode() || same(event, call.item, "name"), "name");
                yield piece(wholeArguments(call, event, text));
            }
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" ->
                finished(type.substring("response.".length()), event, unknown);
            case "error", "keepalive" -> StreamChunk.empty();
            default -> StreamChunk.text(partOf(require(event), type, event, unknown));
        };
    }

    private static StreamChunk begun(String type, JsonNode event, Map<String, JsonNode> unknown) throws WireException {
        JsonNode response = Fields.object(event.path("response"), "response");
        ResponsesFormat.checkResponse(response, unknown);
        if (!response.path("output").isEmpty()) {
            Fields.note(unknown, "response.output", response.path("output"));
        }
        return type.equals("response.created") ? StreamChunk.empty().withRole("assistant") : StreamChunk.empty();
    }

    private StreamChunk added(ObjectNode event, ResponsesEvents.Text text, Map<String, JsonNode> unknown)
            throws WireException {
        if (open != null || Fields.index(event, "output_index") != items.size()) {
            throw new WireException("output item " + event.path("output_index") + " doesn't follow the one before it");
        }
        StreamChunk chunk = started(item(event), unknown);
        OpenItem started = open;
        if (started != null && started.isCall()) {
            String arguments = Fields.text(started.item, "arguments");
            if (!arguments.isEmpty()) {
                text.become(ResponsesEvents.withArguments(event, ""));
                started.arguments.append(arguments);
                text.then(ResponsesEvents.argumentsDelta(items.size(), started.item, arguments));
            }
            return call(Fields.text(started.item, "call_id"), name(started.item), arguments);
        }
        return chunk.withContent(ResponsesFormat.text(event.path("item")));
    }

    private static ObjectNode item(JsonNode event) throws WireException {
        if (event.path("item") instanceof ObjectNode item) {
            return item;
        }
        throw new WireException("\"item\" must be an object");
    }

    /** Opens an item. */
    private StreamChunk started(ObjectNode item, Map<String, JsonNode> unknown) throws WireException {
        String type = Fields.text(item, "type");
        boolean known = ResponsesFormat.checkItem(item, unknown);
        String id = Fields.text(item, "id");
        if (!id.isEmpty() && !ids.add(id)) {
            throw new WireException("two output items have the id " + VisibleText.quoted(id, VisibleText.NAME));
        }
        if (known && ResponsesFormat.PROVIDER_ITEMS.contains(type)) {
            Fields.note(unknown, type, item);
        }
        open = new OpenItem(item, type);
        if (type.equals(ResponsesFormat.CALL)) {
            if (strict
                    && (Fields.text(item, "call_id").isEmpty()
                            || Fields.text(item, "name").isEmpty())) {
                throw new WireException("a call has no id or no name");
            }
            calls++;
        }
        return StreamChunk.empty();
    }

    private static String name(JsonNode item) throws WireException {
        return ResponsesCalls.name(Fields.text(item, "namespace"), Fields.text(item, "name"));
    }

    private StreamChunk call(String id, String name, String arguments) {
        return StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(calls - 1, id, name, arguments)));
    }

    private StreamChunk piece(String arguments) {
        return call("", "", arguments);
    }

    /** Returns the open item, to which an event must belong. */
    private OpenItem require(JsonNode event) throws WireException {
        OpenItem current = open;
        if (current == null || Fields.index(event, "output_index") != items.size()) {
            throw new WireException("output item " + event.path("output_index") + " isn't the one that is open");
        }
        if (event.has("item_id") && !Fields.text(event, "item_id").equals(Fields.text(current.item, "id"))) {
            throw new WireException("an event's item_id isn't the id of its item");
        }
        return current;
    }

    private OpenItem requireCall(JsonNode event) throws WireException {
        OpenItem current = require(event);
        if (strict && !event.has("item_id") && current.item.has("id") || !current.isCall() || current.argumentsDone) {
            throw new WireException(VisibleText.quoted(Fields.text(event, "type"), VisibleText.NAME)
                    + " doesn't belong into its output item");
        }
        return current;
    }

    private static boolean same(JsonNode one, JsonNode other, String member) throws WireException {
        return Fields.text(one, member).equals(Fields.text(other, member));
    }

    private static void requireSame(boolean same, String member) throws WireException {
        if (!same) {
            throw new WireException("a call comes twice, with another \"" + member + "\"");
        }
    }

    /**
     * Takes the whole text of a call. What its pieces lack comes before the event. An object without members says
     * nothing if no text came: it may stand for a text that was cut before it began.
     *
     * @return the text that is new
     */
    private String wholeArguments(OpenItem call, JsonNode holder, ResponsesEvents.Text text) throws WireException {
        String before = call.arguments.toString();
        String whole = Fields.text(holder, "arguments");
        if (!strict && !whole.startsWith(before)) { // arguments that came before were decided on, a blank was not
            call.argumentsDone = true;
            return before.isBlank() && !EmptyArguments.isEmptyObject(whole) ? whole : "";
        }
        requireSame(whole.startsWith(before), "arguments");
        String more = whole.substring(before.length());
        if (!more.isEmpty()) {
            requireSame(!call.argumentsDone, "arguments");
            call.arguments.append(more);
            text.first(ResponsesEvents.argumentsDelta(items.size(), call.item, more));
        }
        call.argumentsDone = true;
        return before.isBlank() && EmptyArguments.isEmptyObject(whole) ? "" : more;
    }

    private StreamChunk done(ObjectNode event, ResponsesEvents.Text text, Map<String, JsonNode> unknown)
            throws WireException {
        ObjectNode item = item(event);
        String id = "";
        String name = "";
        if (open == null && Fields.index(event, "output_index") == items.size()) {
            started(item, unknown);
            text.first(ResponsesEvents.added(items.size(), item));
            id = Fields.text(item, "call_id");
            name = name(item);
        } else {
            OpenItem known = require(event);
            requireSame(same(item, known.item, "type"), "type");
            requireSame(same(item, known.item, "id"), "id");
            ResponsesFormat.checkItem(item, unknown);
        }
        cut |= ResponsesFormat.isIncomplete(item);
        OpenItem current = require(event);
        StreamChunk chunk = current.isCall()
                ? callDone(current, item, text, call(id, name, ""))
                : StreamChunk.text(current.text ? "" : ResponsesFormat.text(item));
        items.add(item);
        open = null;
        return chunk;
    }

    private StreamChunk callDone(OpenItem call, ObjectNode item, ResponsesEvents.Text text, StreamChunk start)
            throws WireException {
        requireSame(same(item, call.item, "call_id"), "call_id");
        requireSame(same(item, call.item, "name"), "name");
        boolean reported = call.argumentsDone;
        String more = wholeArguments(call, item, text);
        requireSame(!strict || call.arguments.toString().equals(Fields.text(item, "arguments")), "arguments");
        if (!reported) {
            text.first(ResponsesEvents.argumentsDone(items.size(), item));
        }
        ToolCallDelta first = start.toolCalls().get(0);
        return call(first.id(), first.name(), more);
    }

    /** Reads an event of a part of an item that is not a call. Returns its text, if it is new. */
    private static String partOf(OpenItem item, String type, JsonNode event, Map<String, JsonNode> unknown)
            throws WireException {
        if (item.isCall()) {
            throw new WireException(
                    VisibleText.quoted(type, VisibleText.NAME) + " doesn't belong into its output item");
        }
        JsonNode part = Fields.object(event.path("part"), "part");
        if (type.startsWith("response.content_part.")) {
            ResponsesFormat.checkPart(part, unknown);
        }
        String text = switch (type) {
            case "response.content_part.added" -> {
                item.partText = false;
                yield ResponsesFormat.partText(part);
            }
            case "response.output_text.delta" -> Fields.text(event, "delta");
            case "response.output_text.done" -> item.partText ? "" : Fields.text(event, "text");
            case "response.content_part.done" -> item.partText ? "" : ResponsesFormat.partText(part);
            default -> "";
        };
        item.partText |= !text.isEmpty();
        item.text |= !text.isEmpty();
        return text;
    }

    private StreamChunk finished(String status, ObjectNode event, Map<String, JsonNode> unknown) throws WireException {
        JsonNode response = Fields.object(event.path("response"), "response");
        ResponsesFormat.checkResponse(response, unknown);
        String said = Fields.text(response, "status");
        boolean other = !said.equals(status) && !(strict && said.isEmpty());
        cut |= other;
        if (strict && other) {
            throw new WireException("the response's status isn't that of its last event");
        }
        ended = true;
        List<ObjectNode> all = new ArrayList<>(items);
        if (open != null) {
            all.add(ResponsesEvents.item(open.item, open.isCall() ? open.arguments.toString() : null));
        }
        JsonNode output = Fields.array(response.path("output"), "response.output");
        if (strict && !output.isEmpty()) {
            ResponsesFormat.requireSameOutput(output, all, unknown);
        }
        writer.keep(unknown.isEmpty() ? event : null, items);
        StreamChunk chunk = StreamChunk.finish(ResponsesFormat.reason(response, status, calls > 0, cut));
        return withUsage(chunk, response);
    }

    private static StreamChunk withUsage(StreamChunk chunk, JsonNode response) {
        JsonNode usage = response.path("usage");
        return usage.isObject() ? chunk.withUsage(Fields.usage(usage)) : chunk;
    }

    @Override
    public String write(StreamChunk chunk) {
        return writer.write(chunk);
    }

    @Override
    public String end() {
        return "";
    }

    @Override
    public String failure(String message) {
        return writer.failure(message);
    }

    @Override
    public StreamChunk readWhole(String text) throws WireException {
        ObjectNode whole = WireJson.object(text);
        String said = Fields.text(whole, "status");
        String status = strict && said.isEmpty() ? "completed" : said;
        if (!Fields.text(whole, "object").equals("response")
                || !whole.path("output").isArray()
                || status.equals("queued")
                || status.equals("in_progress")) {
            throw new WireException("expected a response with output that has ended");
        }
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        ResponsesFormat.checkResponse(whole, unknown);
        Set<String> strange = strange(unknown);
        StringBuilder content = new StringBuilder();
        List<ToolCallDelta> all = new ArrayList<>();
        for (JsonNode each : whole.path("output")) {
            if (!(each instanceof ObjectNode item)) {
                throw new WireException("an output item must be an object");
            }
            started(item, unknown);
            boolean incomplete = ResponsesFormat.isIncomplete(item);
            cut |= incomplete;
            if (Fields.text(item, "type").equals(ResponsesFormat.CALL)) {
                String arguments = Fields.text(item, "arguments");
                boolean nothing =
                        (incomplete || !status.equals("completed")) && EmptyArguments.isEmptyObject(arguments);
                all.addAll(call(Fields.text(item, "call_id"), name(item), nothing ? "" : arguments)
                        .toolCalls());
            }
            content.append(ResponsesFormat.text(item));
        }
        writer.keep(whole, content.toString(), strange);
        StreamChunk chunk = StreamChunk.empty()
                .withRole("assistant")
                .withContent(content.toString())
                .withToolCalls(all)
                .withFinishReason(ResponsesFormat.reason(whole, status, calls > 0, cut));
        return withUsage(chunk, whole).withRaw(text).withUnknownFields(unknown);
    }

    private static Set<String> strange(Map<String, JsonNode> unknown) {
        return unknown.keySet().stream()
                .map(name -> name.substring("response.".length()))
                .collect(Collectors.toSet());
    }

    @Override
    public String writeWhole(List<StreamChunk> chunks) {
        return chunks.get(0).raw().orElseGet(() -> writer.whole(chunks.get(0)));
    }

    @Override
    public String error(String type, String message) {
        return ChatCodec.errorBody(type, message).toString();
    }
}
