package dev.toolpolicy.analysis.internal.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line taken apart by hand into lines without here-documents and substitutions: each substitution becomes a variable
 * and its inside a line of its own, each here-document becomes a redirect from a file with a name that tells it.
 */
final class FlatLine {
    /** What the name of such a file begins with. */
    static final String HERE = "HERE_";

    private final String line;
    private final List<String> flat = new ArrayList<>();
    private int at;

    private FlatLine(String line) {
        this.line = line;
    }

    /** Returns the lines, those inside before those around; empty if the line has an end that is missing. */
    static Optional<List<String>> of(String line) {
        FlatLine parts = new FlatLine(line);
        Optional<String> outer = parts.part(false);
        outer.ifPresent(parts.flat::add);
        return outer.filter(text -> parts.at == line.length()).map(text -> parts.flat);
    }

    private boolean sees(String text) {
        return line.startsWith(text, at);
    }

    private Optional<String> part(boolean inner) {
        StringBuilder text = new StringBuilder();
        String awaited = "";
        boolean single = false;
        boolean twice = false;
        while (at < line.length() && (single || twice || !inner || !sees(")"))) {
            char c = line.charAt(at);
            if (!single && sees("$(")) {
                at += 2;
                Optional<String> inside = part(true);
                if (inside.isEmpty() || !sees(")")) {
                    return Optional.empty();
                }
                flat.add(inside.get());
                text.append("${X}");
                at++;
                continue;
            } else if (!single && c == '\\' && at + 1 < line.length()) {
                text.append(c).append(line.charAt(at + 1));
                at += 2;
                continue;
            } else if (!single && !twice && sees("<<")) {
                awaited = delimiter();
                text.append("< " + HERE + awaited + " ");
                continue;
            }
            single ^= c == '\'' && !twice;
            twice ^= c == '"' && !single;
            text.append(c);
            at++;
            if (c == '\n' && !single && !twice && !awaited.isEmpty()) {
                if (!skipText(awaited)) {
                    return Optional.empty();
                }
                awaited = "";
            }
        }
        return awaited.isEmpty() ? Optional.of(text.toString()) : Optional.empty();
    }

    private String delimiter() {
        at += 2;
        while (sees(" ") || sees("\t")) {
            at++;
        }
        String quote = sees("'") ? "'" : sees("\"") ? "\"" : "";
        at += quote.length();
        int start = at;
        while (at < line.length() && Character.isLetterOrDigit(line.charAt(at))) {
            at++;
        }
        String delimiter = line.substring(start, at);
        at += sees(quote) ? quote.length() : 0;
        return delimiter;
    }

    /** Passes lines up to one that is the delimiter. */
    private boolean skipText(String delimiter) {
        while (at <= line.length()) {
            int end = line.indexOf('\n', at);
            String text = line.substring(at, end < 0 ? line.length() : end);
            at = end < 0 ? line.length() : end + 1;
            if (text.equals(delimiter)) {
                return true;
            } else if (end < 0) {
                return false;
            }
        }
        return false;
    }
}
