package dev.toolpolicy.runtime.analysis;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Every sentence of the diagnostics, room by room: first what all share, then rules, then tools, requirements and
 * configuration. Lower-case, no final period, rules counted from 1, what the user wrote in double quotes, ASCII only.
 */
public final class Words {
    private static final int LISTED = 8;
    private static final int QUOTED = 120;

    private Words() {}

    /**
     * What the user wrote, in double quotes, as written but for what a console can't show.
     *
     * @param text the text
     * @return the text in quotes, with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String quoted(String text) {
        return '"' + ascii(text) + '"';
    }

    /**
     * Text as one short line of printable ASCII.
     *
     * @param text the text
     * @return the text with control and non-ASCII characters as escapes, cut if it is long
     */
    public static String ascii(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < QUOTED; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                line.append(c == '\n' ? "\\n" : c == '\t' ? "\\t" : String.format("\\u%04x", (int) c));
            }
        }
        return line.length() < QUOTED ? line.toString() : line.append("...").toString();
    }

    /**
     * A list of what exists, at most eight of it.
     *
     * @param items the items, quoted where they are the user's
     * @return the items with commas, and how many more there are
     */
    public static String listed(List<String> items) {
        String shown = items.stream().limit(LISTED).collect(Collectors.joining(", "));
        return items.size() <= LISTED ? shown : shown + " and " + (items.size() - LISTED) + " more";
    }

    /**
     * Names of what exists, at most eight of them.
     *
     * @param names the names
     * @return the names in quotes with commas, and how many more there are
     */
    public static String listedNames(List<String> names) {
        return listed(names.stream().map(Words::quoted).toList());
    }

    /**
     * The question after a slip of the pen.
     *
     * @param name what may have been meant
     * @return the question
     */
    public static String didYouMean(String name) {
        return "did you mean " + quoted(name) + "?";
    }
}
