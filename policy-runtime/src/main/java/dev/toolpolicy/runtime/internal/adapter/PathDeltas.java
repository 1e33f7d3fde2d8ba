package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A converter of typed deltas that are addressed by path, as Gemini streams a call's arguments ({@code partialArgs}).
 * It turns them into JSON text, piece by piece, for the parser that reads all arguments.
 *
 * <p>A delta has a {@code jsonPath} (the part of RFC 9535 for a single place: {@code $.edits[0].text}, {@code $['a
 * b']}) and one of {@code stringValue}, {@code numberValue}, {@code boolValue} and {@code nullValue}. {@code
 * willContinue} announces more of its string. Values must arrive in the order of a JSON text. A delta that can't be
 * written as text, such as an element out of order or a second value at a place, becomes a character that no JSON text
 * contains, so that the parser rejects it there. A name that repeats after others is written again, and is rejected as
 * a duplicate.
 *
 * <p>Not thread-safe.
 */
public final class PathDeltas {
    /** The character for a delta that can't be written; U+0000 is malformed everywhere. */
    private static final char NO_TEXT = '\u0000';

    /** The path from the root to the latest value, step by step. */
    private @Nullable List<PathStep> last;

    private boolean stringOpen;

    /**
     * Returns the text that a delta adds.
     *
     * @param delta an object, as the provider sent it
     * @return a chunk of JSON text, for the parser
     */
    public String next(JsonNode delta) {
        List<PathStep> path = PathStep.parse(delta.path("jsonPath").asText());
        if (path == null) {
            return String.valueOf(NO_TEXT);
        }
        StringBuilder text = new StringBuilder();
        if (stringOpen) {
            if (!path.equals(last) || !delta.path("stringValue").isTextual()) {
                return String.valueOf(NO_TEXT);
            }
        } else {
            go(path, text);
        }
        value(delta, text);
        return text.toString();
    }

    /**
     * Returns the text that ends the arguments: it closes what is open.
     *
     * @return the last chunk of JSON text; empty if there was no delta
     */
    public String end() {
        StringBuilder text = new StringBuilder();
        if (last != null && !stringOpen) {
            close(last, 0, text);
        }
        return text.toString();
    }

    private void go(List<PathStep> path, StringBuilder text) {
        List<PathStep> from = last;
        last = path;
        if (from == null) {
            open(path, 0, text);
            return;
        }
        int common = 0;
        while (common < from.size() && common < path.size() && from.get(common).equals(path.get(common))) {
            common++;
        }
        if (common == from.size() || common == path.size()) {
            text.append(NO_TEXT);
            return;
        }
        close(from, common + 1, text);
        if (!path.get(common).mayFollow(from.get(common))) {
            text.append(NO_TEXT);
            return;
        }
        text.append(',');
        path.get(common).write(text);
        open(path, common + 1, text);
    }

    private static void open(List<PathStep> path, int from, StringBuilder text) {
        for (PathStep step : path.subList(from, path.size())) {
            text.append(step.isElement() ? '[' : '{');
            if (!step.mayBeFirst()) {
                text.append(NO_TEXT);
            }
            step.write(text);
        }
    }

    private static void close(List<PathStep> path, int to, StringBuilder text) {
        for (int i = path.size() - 1; i >= to; i--) {
            text.append(path.get(i).isElement() ? ']' : '}');
        }
    }

    private void value(JsonNode delta, StringBuilder text) {
        if (delta.path("stringValue").isTextual()) {
            text.append(stringOpen ? "" : "\"");
            JsonStringEncoder.getInstance()
                    .quoteAsString(delta.get("stringValue").textValue(), text);
            stringOpen = delta.path("willContinue").asBoolean();
            text.append(stringOpen ? "" : "\"");
        } else if (delta.path("numberValue").isNumber()) {
            text.append(delta.get("numberValue"));
        } else if (delta.path("boolValue").isBoolean()) {
            text.append(delta.get("boolValue"));
        } else if (delta.has("nullValue")) {
            text.append("null");
        } else {
            text.append(NO_TEXT);
        }
    }
}
