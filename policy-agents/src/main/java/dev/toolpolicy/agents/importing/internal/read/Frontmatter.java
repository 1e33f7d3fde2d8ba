package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.YamlSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the YAML at the top of a Markdown file, between two lines of three hyphens. Stateless. */
final class Frontmatter {
    private Frontmatter() {}

    /**
     * Returns the members of some names, and hooks. Hosts read frontmatter that isn't quite YAML, so where the whole isn't
     * YAML, each of the names is read for itself.
     */
    static Node read(ListFile file, List<String> names) throws SourceException {
        List<String> lines = file.text().lines().toList();
        int end = end(lines);
        if (end < 0) {
            return Node.object(new Place(file.name(), 1, 1), List.of());
        }
        List<String> body = lines.subList(1, end);
        try {
            return body.stream().allMatch(String::isBlank)
                    ? Node.object(new Place(file.name(), 1, 1), List.of())
                    : YamlSource.read(file.name(), String.join("\n", body) + "\n", 2);
        } catch (SourceException e) {
            List<Node.Member> members = new ArrayList<>();
            for (String name : names) {
                members.addAll(member(file, body, name, e));
            }
            members.addAll(member(file, body, "hooks", e));
            return Node.object(new Place(file.name(), 1, 1), members);
        }
    }

    /** Returns whether a line begins with a key, in quotes or not. */
    private static boolean isKey(String line, String name) {
        int colon = line.indexOf(':');
        String key = colon < 0 ? "" : line.substring(0, colon).stripTrailing();
        return key.equals(name) || key.equals('"' + name + '"') || key.equals("'" + name + "'");
    }

    private static int end(List<String> lines) {
        if (lines.isEmpty()
                || !lines.get(0).replace("\uFEFF", "").stripTrailing().equals("---")) {
            return -1;
        }
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).stripTrailing().equals("---")) {
                return i;
            }
        }
        return -1;
    }

    private static List<Node.Member> member(ListFile file, List<String> body, String name, SourceException whole)
            throws SourceException {
        List<Integer> starts = IntStream.range(0, body.size())
                .filter(line -> isKey(body.get(line), name))
                .boxed()
                .toList();
        if (starts.isEmpty()) {
            return List.of();
        } else if (starts.size() > 1) {
            throw whole;
        }
        int start = starts.get(0);
        int end = start + 1;
        // an indented or empty line, an element or a comment continues the value
        while (end < body.size()
                && (body.get(end).isBlank() || " \t-#".indexOf(body.get(end).charAt(0)) >= 0)) {
            end++;
        }
        try {
            return YamlSource.read(file.name(), String.join("\n", body.subList(start, end)) + "\n", start + 2)
                    .members();
        } catch (SourceException e) {
            e.addSuppressed(whole);
            throw e;
        }
    }
}
