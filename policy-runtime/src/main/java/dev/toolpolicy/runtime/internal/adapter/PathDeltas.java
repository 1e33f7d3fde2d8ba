package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.read.StringDecoder;
import java.util.ArrayList;
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
    private @Nullable List<Step> last;

    private boolean stringOpen;

    /**
     * Returns the text that a delta adds.
     *
     * @param delta an object, as the provider sent it
     * @return a chunk of JSON text, for the parser
     */
    public String next(JsonNode delta) {
        List<Step> path = Step.parse(delta.path("jsonPath").asText());
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

    private void go(List<Step> path, StringBuilder text) {
        List<Step> from = last;
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

    private static void open(List<Step> path, int from, StringBuilder text) {
        for (Step step : path.subList(from, path.size())) {
            text.append(step.isElement() ? '[' : '{');
            if (!step.mayBeFirst()) {
                text.append(NO_TEXT);
            }
            step.write(text);
        }
    }

    private static void close(List<Step> path, int to, StringBuilder text) {
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

    /**
     * One step of a path to a single place (RFC 9535, singular queries).
     *
     * @param name the property's name, or null for an element
     * @param index the element's index, or 0 for a property
     */
    private record Step(@Nullable String name, int index) {
        private static final int LONGEST_INDEX = 7;

        /** Returns the steps of a path such as {@code $.a['b c'][0]}, or null if the text is not a path. */
        static @Nullable List<Step> parse(String path) {
            if (!path.startsWith("$")) {
                return null;
            }
            List<Step> steps = new ArrayList<>();
            int i = 1;
            while (i < path.length()) {
                boolean dot = path.charAt(i) == '.';
                int end = dot ? endOfName(path, i + 1) : endOfBracket(path, i);
                Step step = end < 0 ? null : dot ? shorthand(path, i + 1, end) : bracket(path, i, end);
                if (step == null) {
                    return null;
                }
                steps.add(step);
                i = end;
            }
            return steps;
        }

        private static int endOfName(String path, int start) {
            int i = start;
            while (i < path.length() && path.charAt(i) != '.' && path.charAt(i) != '[') {
                i++;
            }
            return i;
        }

        private static @Nullable Step shorthand(String path, int start, int end) {
            String name = path.substring(start, end);
            return name.isEmpty() || name.equals("*") ? null : new Step(name, 0);
        }

        private static int endOfBracket(String path, int start) {
            if (path.charAt(start) != '[' || start + 1 == path.length()) {
                return -1;
            }
            char quote = path.charAt(start + 1);
            int i = start + 1;
            if (quote == '\'' || quote == '"') {
                i++;
                while (i < path.length() && path.charAt(i) != quote) {
                    i += path.charAt(i) == '\\' ? 2 : 1;
                }
                i++;
            }
            int close = path.indexOf(']', i);
            return close < 0 || i > path.length() ? -1 : close + 1;
        }

        private static @Nullable Step bracket(String path, int start, int end) {
            String inside = path.substring(start + 1, end - 1);
            if (inside.length() >= 2 && (inside.charAt(0) == '\'' || inside.charAt(0) == '"')) {
                return quoted(inside);
            }
            boolean index = !inside.isEmpty()
                    && inside.length() <= LONGEST_INDEX
                    && inside.chars().allMatch(c -> c >= '0' && c <= '9');
            return index ? new Step(null, Integer.parseInt(inside)) : null;
        }

        /** Reads a quoted name. Its escapes are those of JSON, and {@code \'}. */
        private static @Nullable Step quoted(String inside) {
            int last = inside.length() - 1;
            if (inside.charAt(last) != inside.charAt(0)) {
                return null;
            }
            StringBuilder json = new StringBuilder();
            for (int i = 1; i < last; i++) {
                char c = inside.charAt(i);
                if (c == '\\' && i + 1 < last) {
                    char escaped = inside.charAt(++i);
                    json.append(escaped == '\'' ? "" : "\\").append(escaped);
                } else {
                    json.append(c == '"' ? "\\" : "").append(c);
                }
            }
            StringBuilder name = new StringBuilder();
            StringDecoder decoder = new StringDecoder(name);
            int end = decoder.read(json.toString(), 0, json.length(), Integer.MAX_VALUE);
            boolean whole = end == json.length() && decoder.fault() == null && decoder.isClean();
            return whole ? new Step(name.toString(), 0) : null;
        }

        boolean isElement() {
            return name == null;
        }

        /** Returns whether the step can be the first of its container. */
        boolean mayBeFirst() {
            return index == 0;
        }

        /** Returns whether the step can follow another one in a container. */
        boolean mayFollow(Step other) {
            return isElement() == other.isElement() && (!isElement() || index == other.index + 1);
        }

        /** Writes what comes before the value in JSON: a property's name. */
        void write(StringBuilder text) {
            if (name != null) {
                text.append('"');
                JsonStringEncoder.getInstance().quoteAsString(name, text);
                text.append("\":");
            }
        }
    }
}
