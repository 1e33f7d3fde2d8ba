package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.internal.wire.RecordedStream.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes listed calls as bodies, in the chunks and the order in which they arrived. */
final class WireBodies {
    private static final ObjectMapper JSON = new ObjectMapper();

    private WireBodies() {}

    /** As a stream of the recording's own format. */
    static String streamed(RecordedStream stream) {
        List<ObjectNode> events = new ArrayList<>();
        List<RecordedStream.Call> calls = stream.calls();
        int[] chunk = new int[calls.size()];
        begin(stream, events);
        if (stream.sequence().isEmpty()) {
            throw new AssertionError(stream + " has no chunks");
        }
        for (int number : order(stream)) {
            RecordedStream.Call call = calls.get(number);
            if (chunk[number] == 0) {
                events.add(start(stream.format(), number, call));
            }
            if (chunk[number] < call.chunks().size()) {
                events.add(delta(
                        stream.format(), number, call.owner(), call.chunks().get(chunk[number])));
            }
            chunk[number]++;
            if (chunk[number] >= call.chunks().size()) {
                end(stream.format(), number, call).ifPresent(events::add);
            }
        }
        finish(stream, events);
        StringBuilder body = new StringBuilder();
        events.forEach(event -> body.append("data: ").append(event).append("\n\n"));
        return body.toString();
    }

    /** The recorded order, and a turn for each call that has no chunk at all. */
    private static List<Integer> order(RecordedStream stream) {
        List<Integer> order = new ArrayList<>(stream.sequence());
        for (int i = 0; i < stream.calls().size(); i++) {
            if (!order.contains(i)) {
                order.add(i);
            }
        }
        return order;
    }

    private static void begin(RecordedStream stream, List<ObjectNode> events) {
        String model = stream.recording().path("model").asText("");
        events.add(
                switch (stream.format()) {
                    case CHAT_COMPLETIONS -> object("{'model':'%s','choices':[]}".formatted(model));
                    case RESPONSES -> object("{'type':'response.created','response':{'model':'%s'}}".formatted(model));
                    case MESSAGES -> object("{'type':'message_start','message':{'model':'%s'}}".formatted(model));
                });
    }

    private static ObjectNode start(WireFormat format, int number, RecordedStream.Call call) {
        return switch (format) {
            case CHAT_COMPLETIONS ->
                chat(number, "'id':'%s','function':{'name':'%s'}".formatted(call.id(), call.name()));
            case RESPONSES ->
                object("{'type':'response.output_item.added','output_index':%d,'item':%s}"
                        .formatted(number, item(call, "")));
            case MESSAGES ->
                object(("{'type':'content_block_start','index':%d,'content_block':"
                                + "{'type':'%s','id':'%s','name':'%s','input':{}}}")
                        .formatted(
                                number,
                                call.owner() == Owner.SERVICE ? "tool_use" : "server_tool_use",
                                call.id(),
                                call.name()));
        };
    }

    private static ObjectNode delta(WireFormat format, int number, Owner owner, String text) {
        String quoted = JSON.getNodeFactory().textNode(text).toString();
        String kind = switch (owner) {
            case SERVICE -> "function_call_arguments";
            case SERVICE_FREE_TEXT -> "custom_tool_call_input";
            case PROVIDER -> "mcp_call_arguments";
        };
        return switch (format) {
            case CHAT_COMPLETIONS -> chat(number, "'function':{'arguments':@}", quoted);
            case RESPONSES ->
                object("{'type':'response.%s.delta','output_index':%d,'delta':@}".formatted(kind, number), quoted);
            case MESSAGES ->
                object(
                        ("{'type':'content_block_delta','index':%d,'delta':"
                                        + "{'type':'input_json_delta','partial_json':@}}")
                                .formatted(number),
                        quoted);
        };
    }

    private static void finish(RecordedStream stream, List<ObjectNode> events) {
        switch (stream.format()) {
            case CHAT_COMPLETIONS ->
                events.add(object(
                        "{'choices':[{'index':0,'delta':{},'finish_reason':'%s'}]}".formatted(stream.stopReason())));
            case RESPONSES ->
                events.add(object("{'type':'response.%1$s','response':{'status':'%1$s'}}"
                        .formatted(stream.stopReason().equals("completed") ? "completed" : "incomplete")));
            case MESSAGES ->
                events.add(
                        object("{'type':'message_delta','delta':{'stop_reason':'%s'}}".formatted(stream.stopReason())));
        }
    }

    private static Optional<ObjectNode> end(WireFormat format, int number, RecordedStream.Call call) {
        String quoted =
                JSON.getNodeFactory().textNode(String.join("", call.chunks())).toString();
        return switch (format) {
            case CHAT_COMPLETIONS -> Optional.empty();
            case RESPONSES ->
                Optional.of(object(
                        "{'type':'response.output_item.done','output_index':%d,'item':%s}"
                                .formatted(number, item(call, "'arguments':@,")),
                        quoted));
            case MESSAGES -> Optional.of(object("{'type':'content_block_stop','index':%d}".formatted(number)));
        };
    }

    private static String item(RecordedStream.Call call, String arguments) {
        String type = switch (call.owner()) {
            case SERVICE -> "function_call";
            case SERVICE_FREE_TEXT -> "custom_tool_call";
            case PROVIDER -> "mcp_call";
        };
        return "{%s'type':'%s','call_id':'%s','id':'%s','name':'%s'}"
                .formatted(arguments, type, call.id(), call.id(), call.name());
    }

    private static ObjectNode chat(int number, String call, String... quoted) {
        return object(
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':%d,%s}]}}]}".formatted(number, call), quoted);
    }

    /** The object of a text with ' for ", where @ stands for a value that is quoted already. */
    static ObjectNode object(String text, String... quoted) {
        String json = text.replace('\'', '"');
        try {
            JsonNode node = JSON.readTree(quoted.length == 0 ? json : json.replace("@", quoted[0]));
            return (ObjectNode) node;
        } catch (java.io.IOException e) {
            throw new AssertionError(json, e);
        }
    }
}
