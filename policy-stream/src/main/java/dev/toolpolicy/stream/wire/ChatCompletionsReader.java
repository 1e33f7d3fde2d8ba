package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * OpenAI chat completions: {@code choices[].delta.tool_calls[]}, or {@code choices[].message} in a whole body. Calls
 * have no end of their own. Providers that speak it differ: some leave {@code index} out, some use one index for
 * several ids, some repeat id and name in every piece, some send the arguments as an object.
 */
final class ChatCompletionsReader implements EventReader {
    /** All other reasons are cuts, those that aren't known among them; providers write the known ones in their own case. */
    private static final Set<String> COMPLETE =
            Set.of("stop", "tool_calls", "tool_call", "tool_use", "function_call", "end_turn");

    private final WirePartList parts;
    private final Map<String, Integer> positions = new HashMap<>();
    private final Map<Integer, Integer> latest = new HashMap<>();
    /** The choices that have calls and no reason to have finished. */
    private final Set<Integer> open = new HashSet<>();

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
    public void read(JsonNode event) throws WireException {
        parts.model(event.path("model").asText());
        if (event.path("error").isObject()) {
            finished("error");
        }
        for (JsonNode choice : event.path("choices")) {
            int number = Math.max(0, Fields.index(choice));
            message(number, choice.path("delta"));
            message(number, choice.path("message"));
            String reason = Fields.text(choice, "finish_reason");
            finished(reason);
            if (!reason.isEmpty()) {
                open.remove(number);
            }
        }
    }

    private void finished(String reason) {
        boolean cuts = !reason.isEmpty() && !COMPLETE.contains(reason.toLowerCase(Locale.ROOT));
        cut |= cuts;
        finish = finish.isEmpty() || cuts ? reason : finish;
    }

    private void message(int choice, JsonNode message) throws WireException {
        if (message.path("content").isTextual()) {
            parts.plain(message.path("content").textValue());
        }
        for (JsonNode each : message.path("tool_calls")) {
            ChatCall call = ChatCall.of(each);
            piece(choice, position(choice, call), call);
        }
        if (message.path("function_call").isObject()) { // the call of the API before tools: one a choice, no id
            piece(choice, known(choice, "function"), ChatCall.of(message.path("function_call")));
        }
    }

    private void piece(int choice, int position, ChatCall call) {
        open.add(choice);
        if (!call.id().isEmpty() || !call.name().isEmpty()) {
            parts.start(position, call.id(), call.name(), call.freeText() ? Owner.SERVICE_FREE_TEXT : Owner.SERVICE);
        }
        parts.text(position, call.arguments());
    }

    /** Finds the call by index, or else by id, or else takes the previous call unless this one has a name. */
    private int position(int choice, ChatCall call) {
        int position;
        if (call.index() >= 0) {
            position = known(choice, "index " + call.index());
        } else if (!call.id().isEmpty()) {
            position = known(choice, "id " + call.id());
        } else if (latest.containsKey(choice) && call.name().isEmpty()) {
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
        parts.finish(!cut && !finish.isEmpty() && open.isEmpty(), finish.isEmpty() ? "no finish reason" : finish);
    }
}
