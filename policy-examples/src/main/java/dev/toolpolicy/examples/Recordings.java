package dev.toolpolicy.examples;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.stream.wire.WireException;
import dev.toolpolicy.stream.wire.WireFormat;
import dev.toolpolicy.stream.wire.WirePart;
import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import dev.toolpolicy.stream.wire.WireResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The recordings that come with the example. A recording that can't be read is a fault of the program. */
final class Recordings {
    /** Into how many characters a text is cut that was recorded whole: the median of the recorded pieces. */
    static final int PIECE = 4;

    private static final Set<String> CUT = Set.of("max_tokens", "length");

    private Recordings() {}

    /** A whole body, as it came over HTTP. */
    static Recording body(String file) {
        JsonNode row = line("catalogue.jsonl", "file", file);
        return Recording.of(origin(row) + "; the body as it came over HTTP", read(file));
    }

    /** A body that was written by hand. */
    static Recording handwritten(String file) {
        return Recording.of("written by hand for this example", read(file));
    }

    /** The calls of a response in the pieces that arrived. */
    static Recording pieces(String file) {
        JsonNode recorded = tree(text(file));
        String stop = recorded.get("stop_reason").textValue();
        boolean complete = !CUT.contains(stop);
        List<WirePart> parts = new ArrayList<>();
        for (JsonNode call : recorded.get("calls")) {
            List<String> pieces = new ArrayList<>();
            call.get("chunks").forEach(piece -> pieces.add(piece.textValue()));
            String name = call.get("name").textValue();
            call(parts, call.get("index").intValue(), call.get("id").textValue(), name, pieces, complete);
        }
        parts.add(new ResponseEnded(complete, stop));
        WireFormat format = switch (recorded.get("api").textValue()) {
            case "openai.chat" -> WireFormat.CHAT_COMPLETIONS;
            case "openai.responses" -> WireFormat.RESPONSES;
            default -> WireFormat.MESSAGES;
        };
        WireResponse response = new WireResponse(format, recorded.get("model").textValue(), parts);
        return Recording.of(origin(line("catalogue.jsonl", "file", file)) + "; in the pieces that arrived", response);
    }

    /** One call whose arguments were recorded whole. */
    static Recording arguments(String id) {
        JsonNode recorded = line("long-arguments.jsonl", "id", id);
        List<String> pieces = cut(recorded.get("arguments").toString());
        List<WirePart> parts = new ArrayList<>();
        call(parts, 0, id, recorded.get("name").textValue(), pieces, true);
        parts.add(new ResponseEnded(true, ""));
        String origin = origin(recorded.get("origin")) + "; recorded whole, cut here into pieces of " + PIECE;
        return new Recording(origin, "", parts);
    }

    /** A text that a bug report quotes, as the arguments of a tool that fits it. */
    static Recording quoted(int number, String tool, boolean complete) {
        JsonNode report = line("malformed.jsonl", "n", Integer.toString(number));
        List<String> pieces = new ArrayList<>();
        report.path("chunks").forEach(piece -> pieces.add(piece.textValue()));
        if (pieces.isEmpty()) {
            pieces.addAll(cut(report.get("quoted").textValue()));
        }
        List<WirePart> parts = new ArrayList<>();
        call(parts, 0, "quoted_" + number, tool, pieces, false);
        parts.add(new ResponseEnded(complete, ""));
        String origin = "quoted in " + report.get("source").textValue() + "; the tool is ours";
        return new Recording(origin, report.get("provider").textValue(), parts);
    }

    private static List<String> cut(String text) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += PIECE) {
            pieces.add(text.substring(from, Math.min(text.length(), from + PIECE)));
        }
        return pieces;
    }

    private static void call(
            List<WirePart> parts, int position, String id, String name, List<String> pieces, boolean complete) {
        parts.add(new CallStarted(position, id, name, Owner.SERVICE));
        pieces.stream()
                .filter(piece -> !piece.isEmpty())
                .forEach(piece -> parts.add(new ArgumentText(position, piece)));
        if (complete) {
            parts.add(new CallEnded(position));
        }
    }

    private static String origin(JsonNode row) {
        return "from " + row.get("repo").textValue() + " (" + row.get("licence").textValue() + ")";
    }

    private static JsonNode line(String file, String key, String value) {
        return text(file).lines()
                .map(Recordings::tree)
                .filter(row -> row.get(key).asText().equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(file + " has no line with " + key + " " + value));
    }

    private static WireResponse read(String file) {
        try {
            return WireResponse.read(text(file));
        } catch (WireException e) {
            throw new IllegalStateException(file + ": " + e.getMessage(), e);
        }
    }

    private static String text(String file) {
        try (InputStream in = Recordings.class.getResourceAsStream("recordings/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the recording " + file + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode tree(String json) {
        try {
            return StrictJson.standard().read(json);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("a recording is not JSON: " + e.getMessage(), e);
        }
    }
}
