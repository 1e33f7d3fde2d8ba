package dev.toolpolicy.examples;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text of others, made safe to print: plain ASCII, where nothing moves a cursor or looks like something else. */
final class Printable {
    private static final int TAIL = 18;

    private Printable() {}

    /** Returns the text's beginning and end, in about this many characters as they are printed. */
    static String excerpt(String text, int width) {
        String printed = VisibleText.ascii(text);
        if (printed.length() <= width) {
            return printed;
        }
        int left = printed.length() - width + 5;
        String end = printed.substring(printed.length() - TAIL);
        return printed.substring(0, printed.length() - TAIL - left) + " ... " + end;
    }

    /** Returns the text in lines of at most this width, parted at blanks where there are any. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = VisibleText.ascii(text);
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    /** Returns a count and its noun. */
    static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns a count with its thousands parted. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a part of a whole, in percent. */
    static String percent(long part, long whole) {
        if (part == 0) {
            return "0 %";
        }
        String format = part * 10 < whole ? "%.1f %%" : "%.0f %%";
        return String.format(Locale.ROOT, format, 100.0 * part / whole);
    }
}
