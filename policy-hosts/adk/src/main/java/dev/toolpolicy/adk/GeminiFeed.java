package dev.toolpolicy.adk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.genai.types.Candidate;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import com.google.genai.types.PartialArg;
import com.google.genai.types.ToolType;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.internal.adapter.PathDeltas;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A feed of the responses that the Gemini SDK streams. Calls arrive whole, or, with Vertex AI's streaming of arguments,
 * in pieces that say where their values belong. Only the first candidate is read. One thread drives it.
 *
 * <pre>{@code
 * try (ResponseStream<GenerateContentResponse> response = client.models.generateContentStream(model, contents, config)) {
 *     turns.read(response.iterator(), response::close, GeminiFeed::new);
 * }
 * }</pre>
 */
public final class GeminiFeed implements StreamedTurn.Feed<GenerateContentResponse> {
    /** The name of the pages that Google reads for the model. */
    static final String PAGES = "url_context";

    /** The name of code that the model writes and that runs outside of tools. */
    static final String CODE = "code_execution";

    /** The name of the search that Google runs for the model. */
    static final String SEARCH = "google_search";

    private static final JsonMapper JSON = new JsonMapper();

    private final ToolTurn turn;
    private int calls;
    /** The pieces of the open call; null if none is open. */
    private @Nullable PathDeltas open;

    private boolean stopped;

    /**
     * Creates a feed for one response.
     *
     * @param turn the turn of the response
     */
    public GeminiFeed(ToolTurn turn) {
        this.turn = turn;
    }

    /**
     * Reads the next part of the response.
     *
     * @throws IllegalArgumentException if a piece belongs to no call, or a call begins before the last one has ended
     */
    @Override
    public void accept(GenerateContentResponse part) {
        List<Candidate> candidates = part.candidates().orElse(List.of());
        if (candidates.isEmpty()) {
            return;
        }
        Candidate first = candidates.get(0);
        first.groundingMetadata().ifPresent(found -> turn.provided(SEARCH));
        first.urlContextMetadata().ifPresent(found -> turn.provided(PAGES));
        for (Part each : first.content().flatMap(Content::parts).orElse(List.of())) {
            ran(each).ifPresent(turn::provided);
            each.functionCall().ifPresent(this::accept);
        }
        stopped |= first.finishReason()
                .filter(reason -> reason.knownEnum() == FinishReason.Known.STOP)
                .isPresent();
    }

    /** Returns the tool of Google's whose call or result a part is. The SDK reads a part of a new kind as an empty one. */
    static Optional<String> ran(Part part) {
        if (part.executableCode().isPresent() || part.codeExecutionResult().isPresent()) {
            return Optional.of(CODE);
        }
        Optional<String> called =
                part.toolCall().map(call -> name(call.toolType().orElse(null)));
        return part.equals(Part.builder().build())
                ? Optional.of(name(null))
                : part.toolResponse()
                        .map(result -> name(result.toolType().orElse(null)))
                        .or(() -> called);
    }

    private static String name(@Nullable ToolType type) {
        return type == null ? "unknown" : type.toString().toLowerCase(Locale.ROOT);
    }

    private void accept(FunctionCall piece) {
        if (stopped) {
            throw new IllegalArgumentException("a call arrives after the end of the response");
        }
        boolean more = piece.willContinue().orElse(false);
        List<PartialArg> deltas = piece.partialArgs().orElse(List.of());
        if (piece.name().isPresent()) {
            start(piece, more || !deltas.isEmpty());
        } else if (open == null) {
            throw new IllegalArgumentException("a piece of arguments belongs to no call");
        }
        PathDeltas reader = open;
        if (reader == null) {
            return;
        }
        if (piece.args().isPresent()) {
            throw new IllegalArgumentException("a call has its arguments both whole and in pieces");
        }
        for (PartialArg delta : deltas) {
            turn.append(calls - 1, reader.next(tree(delta)));
        }
        if (!more) {
            turn.append(calls - 1, reader.end());
            turn.end(calls - 1);
            open = null;
        }
    }

    private void start(FunctionCall call, boolean inPieces) {
        if (open != null) {
            throw new IllegalArgumentException("a call begins before the last one has ended");
        }
        int position = calls++;
        turn.start(position, call.id().orElse(""), call.name().orElseThrow());
        if (inPieces) {
            open = new PathDeltas();
        } else if (call.args().isPresent()) {
            turn.end(position, JSON.valueToTree(call.args().get()).toString());
        } else {
            turn.end(position);
        }
    }

    private static JsonNode tree(PartialArg delta) {
        ObjectNode tree = JSON.createObjectNode();
        delta.jsonPath().ifPresent(path -> tree.put("jsonPath", path));
        delta.stringValue().ifPresent(text -> tree.put("stringValue", text));
        delta.numberValue().ifPresent(number -> tree.put("numberValue", number));
        delta.boolValue().ifPresent(value -> tree.put("boolValue", value));
        delta.nullValue().ifPresent(none -> tree.putNull("nullValue"));
        delta.willContinue().ifPresent(more -> tree.put("willContinue", more));
        return tree;
    }

    @Override
    public ResponseEnd end() {
        return stopped && open == null ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
