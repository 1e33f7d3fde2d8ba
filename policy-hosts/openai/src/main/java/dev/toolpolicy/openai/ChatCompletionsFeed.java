package dev.toolpolicy.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.openai.core.JsonField;
import com.openai.core.JsonValue;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice.Delta.ToolCall;
import dev.toolpolicy.runtime.adapter.StreamedTurn;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.turn.ToolTurn;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells the engine what the chunks of a chat completion say of calls. Calls have no end of their own there; providers that
 * speak the format leave the index out, or use one for several ids, or send arguments as an object, so nothing is taken
 * for granted that the SDK's types promise. One thread drives it.
 */
public final class ChatCompletionsFeed implements StreamedTurn.Feed<ChatCompletionChunk> {
    /** All other reasons are cuts, those that aren't known among them; providers write the known ones in their own case. */
    private static final Set<String> COMPLETE =
            Set.of("stop", "tool_calls", "tool_call", "tool_use", "function_call", "end_turn");

    private final ToolTurn calls;
    /** A call's position in the response, by its choice and its place there; counted over all choices. */
    private final Map<List<Object>, Integer> positions = new HashMap<>();

    private final Map<Long, Integer> latest = new HashMap<>();
    /** The choices that have calls and no reason to have finished. */
    private final Set<Long> open = new HashSet<>();

    private boolean finished;
    private boolean cut;

    /**
     * A feed for one response.
     *
     * @param calls takes what the response says of calls
     */
    public ChatCompletionsFeed(ToolTurn calls) {
        this.calls = calls;
    }

    @Override
    public void accept(ChatCompletionChunk chunk) {
        for (Choice choice : chunk._choices().asKnown().orElse(List.of())) {
            long number = choice._index().asKnown().orElse(0L);
            choice._delta()
                    .asKnown()
                    .flatMap(delta -> delta._toolCalls().asKnown())
                    .orElse(List.of())
                    .forEach(call -> accept(number, call));
            choice._finishReason()
                    .asKnown()
                    .map(reason -> reason.asString())
                    .filter(word -> !word.isEmpty())
                    .ifPresent(reason -> {
                        finished = true;
                        open.remove(number);
                        cut |= !COMPLETE.contains(reason.toLowerCase(Locale.ROOT));
                    });
        }
    }

    private void accept(long choice, ToolCall call) {
        open.add(choice);
        String id = call._id().asKnown().orElse("");
        Optional<ToolCall.Function> function = call._function().asKnown();
        JsonNode custom = custom(call);
        String name = function.flatMap(known -> known._name().asKnown())
                .orElse(custom.path("name").asText(""));
        int position = position(choice, call, id, name);
        if (!id.isEmpty() || !name.isEmpty()) {
            calls.start(position, id, name);
        }
        function.ifPresent(known -> calls.append(position, text(known._arguments())));
        if (custom.isObject()) {
            calls.append(position, FREE_TEXT);
        }
    }

    /** The call's part where its input is free text; the SDK's type of a chunk doesn't know such calls. */
    private static JsonNode custom(ToolCall call) {
        JsonValue custom = call._function().isMissing() ? call._allProperties().get("custom") : null;
        return custom == null ? MissingNode.getInstance() : custom.convert(JsonNode.class);
    }

    /** By index; without one by id; without both it goes on with the call before. */
    private int position(long choice, ToolCall call, String id, String name) {
        Integer before = latest.get(choice);
        int position;
        if (call._index().asKnown().isPresent()) {
            position = known(choice, call._index().asKnown().get());
        } else if (!id.isEmpty()) {
            position = known(choice, id);
        } else if (before != null && name.isEmpty()) {
            position = before;
        } else {
            position = known(choice, List.of(positions.size()));
        }
        latest.put(choice, position);
        return position;
    }

    private int known(long choice, Object place) {
        return positions.computeIfAbsent(List.of(choice, place), unseen -> positions.size());
    }

    private static String text(JsonField<String> arguments) {
        return arguments
                .asKnown()
                .orElseGet(() -> arguments
                        .asUnknown()
                        .filter(value -> !value.isNull() && !value.isMissing())
                        .map(value -> value.convert(JsonNode.class).toString())
                        .orElse(""));
    }

    @Override
    public ResponseEnd end() {
        return finished && !cut && open.isEmpty() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
