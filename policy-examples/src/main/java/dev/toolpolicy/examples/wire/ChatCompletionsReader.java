package dev.toolpolicy.examples.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.examples.wire.WirePart.Owner;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * OpenAI chat completions: {@code choices[].delta.tool_calls[]}, or {@code choices[].message} in a whole body. Calls
 * have no end of their own. Providers that speak it differ: some leave {@code index} out, some use one index for
 * several ids, some repeat id and name in every piece, some send the arguments as an object.
 */
final class ChatCompletionsReader implements EventReader {
    private static final Set<String> CUT = Set.of("length", "content_filter", "error");

    private final WirePartList parts;
    private final Map<String, Integer> positions = new HashMap<>();
    private final Map<Integer, Integer> latest = new HashMap<>();
    private String finish = "";
    private boolean cut;

    ChatCompletionsReader(WirePartList parts) {
        this.parts = parts;
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
    public void read(JsonNode event) {
        parts.model(event.path("model").asText());
        if (event.path("error").isObject()) {
            finished("error");
        }
        for (JsonNode choice : event.path("choices")) {
            int number = choice.path("index").asInt();
            message(number, choice.path("delta"));
            message(number, choice.path("message"));
            if (choice.path("finish_reason").isTextual()) {
                finished(choice.path("finish_reason").textValue());
            }
        }
    }

    private void finished(String reason) {
        cut |= CUT.contains(reason);
        finish = finish.isEmpty() || CUT.contains(reason) ? reason : finish;
    }

    private void message(int choice, JsonNode message) {
        if (message.path("content").isTextual()) {
            parts.plain(message.path("content").textValue());
        }
        for (JsonNode call : message.path("tool_calls")) {
            piece(position(choice, call), call.path("id").asText(""), call);
        }
        if (message.path("function_call").isObject()) {     // the call of the API before tools: one a choice, no id
            JsonNode function = message.path("function_call");
            piece(known(choice, "function"), "", function);
        }
    }

    private void piece(int position, String id, JsonNode call) {
        boolean custom = call.path("type").asText().equals("custom") || call.has("custom");
        JsonNode body = custom ? call.path("custom") : call.has("function") ? call.path("function") : call;
        String name = body.path("name").asText("");
        if (!id.isEmpty() || !name.isEmpty()) {
            parts.start(position, id, name, custom ? Owner.SERVICE_FREE_TEXT : Owner.SERVICE);
        }
        JsonNode arguments = body.path(custom ? "input" : "arguments");
        if (!arguments.isMissingNode() && !arguments.isNull()) {
            parts.text(position, arguments.isTextual() ? arguments.textValue() : arguments.toString());
        }
    }

    /** By index; without one by id; without both it goes on with the call before. */
    private int position(int choice, JsonNode call) {
        String id = call.path("id").asText("");
        int position;
        if (call.path("index").isIntegralNumber()) {
            position = known(choice, "index " + call.path("index").asText());
        } else if (!id.isEmpty()) {
            position = known(choice, "id " + id);
        } else if (latest.containsKey(choice) && !call.path("function").has("name")) {
            position = latest.get(choice);
        } else {
            position = known(choice, "call " + positions.size());
        }
        latest.put(choice, position);
        return position;
    }

    /** Positions count over all choices, in the order in which calls start. */
    private int known(int choice, String place) {
        return positions.computeIfAbsent(choice + " " + place, unseen -> positions.size());
    }

    @Override
    public void end() {
        parts.finish(!cut && !finish.isEmpty(), finish.isEmpty() ? "no finish reason" : finish);
    }
}
