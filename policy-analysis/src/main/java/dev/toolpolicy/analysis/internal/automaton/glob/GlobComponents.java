package dev.toolpolicy.analysis.internal.automaton.glob;

import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * The components of a glob on a path, as parts of its text. A slash in brackets or behind a {@code \} doesn't separate;
 * one in braces is a mistake. Stateless.
 */
final class GlobComponents {

    private GlobComponents() {}

    /** A component between two indices of the glob. */
    record Part(int start, int end) {}

    /** Returns the components from an index on; an empty last one if the glob ends with a slash. */
    static List<Part> of(String glob, int from) {
        List<Part> parts = new ArrayList<>();
        int start = from;
        boolean inBraces = false;
        for (int i = from; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[') {
                i = endOfClass(glob, i);
            } else if (c == '{' || c == '}') {
                inBraces = c == '{';
            } else if (c == '/') {
                if (inBraces) {
                    throw new TextSyntaxException(glob, "a \"/\" within braces", i);
                }
                parts.add(new Part(start, i));
                start = i + 1;
            }
        }
        parts.add(new Part(start, glob.length()));
        return parts;
    }

    /** Returns the index of the bracket that ends a class, or of the one that begins it if none does. */
    private static int endOfClass(String glob, int start) {
        int first = start + 1;
        if (first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^')) {
            first++;
        }
        for (int i = first; i < glob.length(); i++) {
            if (glob.charAt(i) == '\\') {
                i++;
            } else if (glob.charAt(i) == ']' && i > first) {
                return i;
            }
        }
        return start;
    }
}
