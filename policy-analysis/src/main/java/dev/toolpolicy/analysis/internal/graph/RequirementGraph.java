package dev.toolpolicy.analysis.internal.graph;

import dev.toolpolicy.annotation.Match;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The graph of tools and the tools that they require. Immutable; the answers don't depend on the order of the edges.
 */
public final class RequirementGraph {
    private final Map<String, Set<String>> required = new HashMap<>();
    private final Map<String, Set<String>> requiring = new HashMap<>();

    private RequirementGraph(Map<String, ? extends Collection<String>> requirements) {
        requirements.forEach((tool, all) -> all.forEach(each -> {
            required.computeIfAbsent(tool, unused -> new TreeSet<>()).add(each);
            requiring.computeIfAbsent(each, unused -> new TreeSet<>()).add(tool);
        }));
    }

    /**
     * Creates the graph of these requirements.
     *
     * @param requirements the required tools by tool; a tool without requirements may be left out
     */
    public static RequirementGraph of(Map<String, ? extends Collection<String>> requirements) {
        return new RequirementGraph(requirements);
    }

    /**
     * Creates the graph of the tools that can never run: of each, the requirements that only such tools could meet.
     *
     * @param needs the requirements by tool; a tool without any may be left out, and can run
     */
    public static RequirementGraph ofBlocked(Map<String, ? extends Collection<Need>> needs) {
        Map<String, Collection<Need>> blocked = new HashMap<>(needs);
        boolean shrinks = true;
        while (shrinks) {
            shrinks = blocked.values().removeIf(all -> all.stream().noneMatch(each -> each.isUnmet(blocked.keySet())));
        }
        Map<String, Set<String>> edges = new HashMap<>();
        blocked.forEach((tool, all) -> edges.put(
                tool,
                all.stream()
                        .filter(each -> each.isUnmet(blocked.keySet()))
                        .flatMap(each -> each.tools().stream())
                        .filter(blocked::containsKey)
                        .collect(Collectors.toSet())));
        return of(edges);
    }

    /**
     * A requirement that every call of a tool has.
     *
     * @param tools the required tools, at least one
     * @param match whether all of them must have succeeded, or one is enough
     */
    public record Need(Collection<String> tools, Match match) {
        private boolean isUnmet(Set<String> blocked) {
            return match == Match.ANY ? blocked.containsAll(tools) : !Collections.disjoint(blocked, tools);
        }
    }

    /**
     * Finds the cycles: one for each group of tools that all require each other, directly or not.
     *
     * @return the cycles, sorted by their first tool's name
     */
    public List<Cycle> cycles() {
        List<Cycle> cycles = new ArrayList<>();
        Set<String> grouped = new HashSet<>();
        Set<String> between =
                leadingToCycles(required, requiring); // and from cycles: a chain at either end costs one walk
        between.retainAll(leadingToCycles(requiring, required));
        for (String tool : between) {
            Map<String, String> reached = grouped.contains(tool) ? Map.of() : reached(tool, required);
            if (reached.containsKey(tool)) {
                cycles.add(cycle(tool, reached));
                Set<String> group = new HashSet<>(reached.keySet());
                group.retainAll(reached(tool, requiring).keySet());
                grouped.addAll(group);
            }
        }
        return Collections.unmodifiableList(cycles);
    }

    /**
     * Returns the tools whose edges lead into a cycle, in order: those that are left if each tool is taken away whose
     * edges lead to none of the others.
     */
    private static Set<String> leadingToCycles(Map<String, Set<String>> edges, Map<String, Set<String>> reversed) {
        Set<String> left = new TreeSet<>(edges.keySet());
        Map<String, Integer> open = new HashMap<>();
        edges.forEach((tool, all) -> open.put(tool, all.size()));
        Deque<String> taken = new ArrayDeque<>(reversed.keySet());
        taken.removeAll(left);
        while (!taken.isEmpty()) {
            for (String tool : reversed.getOrDefault(taken.remove(), Set.of())) {
                if (open.merge(tool, -1, Integer::sum) == 0) {
                    left.remove(tool);
                    taken.add(tool);
                }
            }
        }
        return left;
    }

    /**
     * Returns the tools that edges lead to from a tool, each with the one before it: breadth first, and of several the
     * first by name.
     */
    private static Map<String, String> reached(String from, Map<String, Set<String>> edges) {
        Map<String, String> reached = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            String tool = queue.remove();
            for (String next : edges.getOrDefault(tool, Set.of())) {
                if (reached.putIfAbsent(next, tool) == null) {
                    queue.add(next);
                }
            }
        }
        return reached;
    }

    private static Cycle cycle(String first, Map<String, String> reached) {
        List<String> tools = new ArrayList<>();
        String tool = first;
        do {
            tool = Objects.requireNonNull(reached.get(tool));
            tools.add(0, tool);
        } while (!tool.equals(first));
        return new Cycle(tools);
    }

    /**
     * A cycle of tools that require each other.
     *
     * @param tools the tools, first by name first; each requires the next, and the last requires the first
     */
    public record Cycle(List<String> tools) {
        /** Checks and copies the components. */
        public Cycle {
            tools = List.copyOf(tools);
        }

        /** Returns what is wrong with it. */
        public String problem() {
            return tools.size() == 1
                    ? "tool \"" + tools.get(0) + "\" can never run: it requires itself"
                    : "tools require each other: " + this;
        }

        /**
         * Formats the cycle as a path.
         *
         * @return a text such as {@code deploy -> build -> test -> deploy}
         */
        @Override
        public String toString() {
            return String.join(" -> ", tools) + " -> " + tools.get(0);
        }
    }
}
