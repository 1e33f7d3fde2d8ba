package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.toolpolicy.runtime.internal.read.StringDecoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a path to a single place (RFC 9535, singular queries).
 *
 * @param name the property's name, or null for an element
 * @param index the element's index, or 0 for a property
 */
record PathStep(@Nullable String name, int index) {
    private static final int LONGEST_INDEX = 7;

    /** Returns the steps of a path such as {@code $.a['b c'][0]}, or null if the text is not a path. */
    static @Nullable List<PathStep> parse(String path) {
        if (!path.startsWith("$")) {
            return null;
        }
        List<PathStep> steps = new ArrayList<>();
        int i = 1;
        while (i < path.length()) {
            boolean dot = path.charAt(i) == '.';
            int end = dot ? endOfName(path, i + 1) : endOfBracket(path, i);
            PathStep step = end < 0 ? null : dot ? shorthand(path, i + 1, end) : bracket(path, i, end);
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

    private static @Nullable PathStep shorthand(String path, int start, int end) {
        String name = path.substring(start, end);
        return name.isEmpty() || name.equals("*") ? null : new PathStep(name, 0);
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

    private static @Nullable PathStep bracket(String path, int start, int end) {
        String inside = path.substring(start + 1, end - 1);
        if (inside.length() >= 2 && (inside.charAt(0) == '\'' || inside.charAt(0) == '"')) {
            return quoted(inside);
        }
        boolean index = !inside.isEmpty()
                && inside.length() <= LONGEST_INDEX
                && inside.chars().allMatch(c -> c >= '0' && c <= '9');
        return index ? new PathStep(null, Integer.parseInt(inside)) : null;
    }

    /** Reads a quoted name. Its escapes are those of JSON, and {@code \'}. */
    private static @Nullable PathStep quoted(String inside) {
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
        return whole ? new PathStep(name.toString(), 0) : null;
    }

    boolean isElement() {
        return name == null;
    }

    /** Returns whether the step can be the first of its container. */
    boolean mayBeFirst() {
        return index == 0;
    }

    /** Returns whether the step can follow another one in a container. */
    boolean mayFollow(PathStep other) {
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
