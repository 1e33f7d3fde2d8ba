package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.PathLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.glob.Literals;
import dev.toolpolicy.analysis.internal.automaton.glob.Placement;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.schema.NormalPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sets of paths that rules name: single ones, and directories with all below them. An absolute path of a rule, or
 * one in the home directory, also means the relative paths whose place in the workspace it is. Stateless.
 */
final class PathSets {

    private PathSets() {}

    /** Returns the set of some paths. */
    static ValueSet equalTo(List<String> paths, NormalPath.Form form, boolean ignoresCase) {
        boolean simple = !ignoresCase && paths.stream().noneMatch(path -> isPlaced(path, form));
        if (!simple) {
            return new ValueSet.Matching(paths.stream()
                    .map(path -> equalTo(path, form, ignoresCase))
                    .reduce(Language::or)
                    .orElseThrow());
        }
        Map<Object, JsonNode> points = new LinkedHashMap<>();
        for (String path : paths) {
            NormalPath normal = form.ofRule(path);
            points.putIfAbsent(normal, TextNode.valueOf(path.startsWith("~") ? normal.toString() : path));
        }
        return new ValueSet.Points(points);
    }

    private static Language equalTo(String path, NormalPath.Form form, boolean ignoresCase) {
        boolean placed = isPlaced(path, form);
        String normal = normal(path, form, placed).toString();
        Language same = ignoresCase
                ? Literals.equalTo(List.of(normal))
                : Language.of(new TextLanguage.Words(Set.of(normal)), AutomatonLimits.DEFAULT);
        return placed ? Placement.of(same, form) : same;
    }

    /** Returns the set of a path and all below it. */
    static ValueSet under(String path, NormalPath.Form form, boolean ignoresCase) {
        boolean placed = isPlaced(path, form);
        if (!placed && !ignoresCase) {
            return new ValueSet.PathsUnder(form.ofRule(path), form.hasWindowsNames());
        }
        NormalPath directory = normal(path, form, placed);
        boolean hasName = !directory.components().isEmpty();
        Language below = ignoresCase && hasName
                ? Literals.atOrBelow(directory.toString())
                : PathLanguage.under(directory.toString(), form.hasWindowsNames());
        return new ValueSet.Matching(placed ? Placement.of(below, form) : below);
    }

    private static NormalPath normal(String path, NormalPath.Form form, boolean placed) {
        return (placed ? form.outsideOfWorkspace() : form).ofRule(path);
    }

    /** Returns whether a rule's path is absolute while relative ones have a place in a workspace. */
    private static boolean isPlaced(String path, NormalPath.Form form) {
        return form.workspace().isPresent()
                && form.outsideOfWorkspace().ofRule(path).root().endsWith("/");
    }
}
