package dev.toolpolicy.shared;

import java.util.List;
import java.util.stream.Collectors;

/** The lines of messages that name the page of a code. Tests of words leave them out; tests of these lines don't. */
public final class PageLines {
    private static final String LINE = "see: docs/reference/diagnostics/";

    private PageLines() {}

    /** Returns printed messages without the lines that name pages. */
    public static String cut(String messages) {
        List<String> lines = List.of(messages.split("\n", -1));
        return lines.stream().filter(line -> !line.strip().startsWith(LINE)).collect(Collectors.joining("\n"));
    }
}
