package dev.toolpolicy.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of the tables with one head in a page of the guide. A cell is its text; where it begins with code, the code
 * alone, or several codes with line breaks between them.
 */
record GuideTable(String page, String head) {

    Stream<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : text(page).lines().toList()) {
            if (line.equals(head)) {
                inside = true;
            } else if (!line.startsWith("|")) {
                inside = false;
            } else if (inside && !line.startsWith("|---")) {
                rows.add(cells(line));
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalStateException(page + " has no table with the head " + head);
        }
        return rows.stream();
    }

    static String text(String page) {
        try {
            return Files.readString(Path.of("../docs").resolve(page), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A bar within a cell is written with a backslash before it, as tables of this format demand. */
    private static List<String> cells(String line) {
        String content = line.substring(1, line.lastIndexOf('|'));
        return Stream.of(content.split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }

    /** The codes of a cell. */
    static List<String> codes(String cell) {
        return Stream.of(cell.split("<br>"))
                .map(code -> code.substring(code.indexOf('`') + 1, code.lastIndexOf('`')))
                .toList();
    }
}
