package dev.toolpolicy.config.internal.document;

import java.util.List;

/** The names and patterns of the tools that a file is read for, as people write them. Stateless. */
public final class FileScope {
    private FileScope() {}

    /**
     * Returns the names of a text, without the space around them.
     *
     * @param text names with commas between them
     * @throws IllegalArgumentException if one is blank
     */
    public static List<String> of(String text) {
        List<String> names =
                List.of(text.split(",", -1)).stream().map(String::strip).toList();
        if (names.contains("")) {
            throw new IllegalArgumentException("an empty name names no tool");
        }
        return names;
    }
}
