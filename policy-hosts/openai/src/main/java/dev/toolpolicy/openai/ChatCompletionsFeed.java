package dev.toolpolicy.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.openai.core.JsonField;
import com.openai.core.JsonValue;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice.Delta;
import com.openai.models.chat.completions.ChatCompletionChunk.Choice.Delta.ToolCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.internal.adapter.CallLookup;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls.Piece;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;
import java.util.List;
import java.util.Optional;

/**
 * A feed of the chunks of a chat completion. Providers that speak the format leave members out or send other types, so
 * it reads the SDK's fields and not what the SDK's types promise. One thread drives it.
 */
public final class ChatCompletionsFeed implements StreamedTurn.Feed<ChatCompletionChunk> {
    /** The tool whose labels pages have that the provider's own search found. */
    private static final String SEARCH = "web_search";

    private final ToolTurn turn;
    private final ChatCompletionsCalls calls;

    /**
     * Creates a feed for one response.
     *
     * @param turn the turn of the response
     */
    public ChatCompletionsFeed(ToolTurn turn) {
        this.turn = turn;
        calls = new ChatCompletionsCalls(new TurnSink(turn));
    }

    /**
     * Reads the next chunk.
     *
     * @throws IllegalArgumentException if an index, id or name of a call has another type than in the format
     */
    @Override
    public void accept(ChatCompletionChunk chunk) {
        if (chunk._allProperties().containsKey("citations")) {
            turn.provided(SEARCH);
        }
        for (Choice choice : chunk._choices().asKnown().orElse(List.of())) {
            int number = Math.max(0, index(choice._index()));
            Optional<Delta> delta = choice._delta().asKnown();
            if (delta.isPresent() && delta.get()._allProperties().containsKey("annotations")) {
                turn.provided(SEARCH);
            }
            delta.flatMap(ChatCompletionsFeed::oldCall).ifPresent(call -> calls.piece(number, true, call));
            List<ToolCall> pieces =
                    delta.flatMap(known -> known._toolCalls().asKnown()).orElse(List.of());
            for (int i = 0; i < pieces.size(); i++) {
                calls.piece(number, i == 0, piece(pieces.get(i)));
            }
            calls.finish(
                    number,
                    choice._finishReason()
                            .asKnown()
                            .map(reason -> reason.asString())
                            .orElse(""));
        }
    }

    /** Returns a call in the form before tools, which has neither id nor index. */
    @SuppressWarnings("deprecation") // some providers still send it
    private static Optional<Piece> oldCall(Delta delta) {
        return delta._functionCall()
                .asKnown()
                .map(call -> new Piece(
                        CallLookup.NO_INDEX, "", text(call._name(), "name"), arguments(call._arguments()), false));
    }

    private static Piece piece(ToolCall call) {
        Optional<ToolCall.Function> function = call._function().asKnown();
        JsonNode custom = custom(call);
        String name = function.map(known -> text(known._name(), "name"))
                .orElse(custom.path("name").asText(""));
        String arguments = function.map(known -> arguments(known._arguments())).orElse("");
        return new Piece(index(call._index()), text(call._id(), "id"), name, arguments, custom.isObject());
    }

    /** Returns a call's part whose input is free text. The SDK's type of a chunk doesn't know such calls. */
    private static JsonNode custom(ToolCall call) {
        JsonValue custom = call._function().isMissing() ? call._allProperties().get("custom") : null;
        return custom == null ? MissingNode.getInstance() : custom.convert(JsonNode.class);
    }

    private static int index(JsonField<Long> field) {
        Optional<Long> index = field.asKnown();
        if (index.isEmpty() && isAbsent(field)) {
            return CallLookup.NO_INDEX;
        }
        return index.filter(value -> value >= 0 && value <= Integer.MAX_VALUE)
                .orElseThrow(() -> new IllegalArgumentException("\"index\" is not an index"))
                .intValue();
    }

    private static String text(JsonField<String> field, String member) {
        if (isAbsent(field)) {
            return "";
        }
        return field.asKnown().orElseThrow(() -> new IllegalArgumentException("\"" + member + "\" is not a string"));
    }

    private static boolean isAbsent(JsonField<?> field) {
        return field.isMissing() || field.isNull();
    }

    /** Returns the text of arguments. Some providers send an object. */
    private static String arguments(JsonField<String> arguments) {
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
        return calls.isComplete() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
