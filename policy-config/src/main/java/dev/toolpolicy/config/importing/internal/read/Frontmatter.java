package dev.toolpolicy.config.importing.internal.read;

import dev.toolpolicy.config.importing.internal.source.Node;
import dev.toolpolicy.config.importing.internal.source.Place;
import dev.toolpolicy.config.importing.internal.source.SourceException;
import dev.toolpolicy.config.importing.internal.source.YamlSource;
import java.util.ArrayList;
import java.util.List;

/** Reads the YAML at the top of a Markdown file, between two lines of three hyphens. Stateless. */
final class Frontmatter {
    private Frontmatter() {}

    /**
     * Returns the members of some names. Hosts read frontmatter that isn't quite YAML, so where the whole isn't YAML
     * each of the names is read for itself.
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
            return Node.object(new Place(file.name(), 1, 1), members);
        }
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
        int start = 0;
        while (start < body.size() && !body.get(start).startsWith(name + ":")) {
            start++;
        }
        if (start == body.size()) {
            return List.of();
        }
        int end = start + 1;
        while (end < body.size()
                && (body.get(end).startsWith(" ") || body.get(end).startsWith("-"))) {
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
