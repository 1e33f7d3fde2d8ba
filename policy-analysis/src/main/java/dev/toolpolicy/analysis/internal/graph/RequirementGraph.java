package dev.toolpolicy.analysis.internal.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The graph of tools and the tools that they require. Immutable; the answers don't depend on the order of the edges.
 */
public final class RequirementGraph {
    private final TreeMap<String, SortedSet<String>> edges = new TreeMap<>();

    private RequirementGraph(Map<String, ? extends Collection<String>> requirements) {
        for (Map.Entry<String, ? extends Collection<String>> required : requirements.entrySet()) {
            edges.put(required.getKey(), new TreeSet<>(required.getValue()));
        }
        for (Collection<String> required : requirements.values()) {
            for (String tool : required) {
                edges.putIfAbsent(tool, new TreeSet<>());
            }
        }
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
     * Finds the cycles: one for each group of tools that all require each other, directly or not.
     *
     * @return the cycles, sorted by their first tool's name
     */
    public List<Cycle> cycles() {
        List<Cycle> cycles = new ArrayList<>();
        for (Set<String> group : new Components(edges).find()) {
            String first = Collections.min(group);
            if (group.size() > 1 || after(first).contains(first)) {
                cycles.add(shortestCycle(first));
            }
        }
        if (cycles.size() > 1) {
            cycles.sort((a, b) -> a.tools().get(0).compareTo(b.tools().get(0)));
        }
        return Collections.unmodifiableList(cycles);
    }

    private SortedSet<String> after(String tool) {
        return Objects.requireNonNull(edges.get(tool), tool);
    }

    /** Finds the shortest way back, breadth first, and of several the first by name. */
    private Cycle shortestCycle(String first) {
        Map<String, String> cameFrom = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of(first));
        while (true) {
            String tool = queue.remove();
            for (String next : after(tool)) {
                if (next.equals(first)) {
                    return cycle(tool, cameFrom);
                } else if (cameFrom.putIfAbsent(next, tool) == null) {
                    queue.add(next);
                }
            }
        }
    }

    private static Cycle cycle(String last, Map<String, String> cameFrom) {
        List<String> tools = new ArrayList<>();
        for (@Nullable String tool = last; tool != null; tool = cameFrom.get(tool)) {
            tools.add(0, tool);
        }
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

    /**
     * The strongly connected components, without recursion, so that a chain of any length fits the stack: Kosaraju's
     * two passes (Aho, Hopcroft, Ullman: Data Structures and Algorithms, 1983, section 6.7).
     */
    private static final class Components {
        private final Map<String, ? extends Collection<String>> edges;
        private final Map<String, List<String>> reversed = new TreeMap<>();

        Components(Map<String, ? extends Collection<String>> edges) {
            this.edges = edges;
            for (String tool : edges.keySet()) {
                reversed.put(tool, new ArrayList<>());
            }
            for (Map.Entry<String, ? extends Collection<String>> required : edges.entrySet()) {
                for (String next : required.getValue()) {
                    Objects.requireNonNull(reversed.get(next), next).add(required.getKey());
                }
            }
        }

        List<Set<String>> find() {
            List<String> finished = new ArrayList<>();
            Set<String> seen = new HashSet<>();
            for (String tool : edges.keySet()) {
                walk(tool, edges, seen, finished);
            }
            Collections.reverse(finished);
            List<Set<String>> components = new ArrayList<>();
            seen.clear();
            for (String tool : finished) {
                List<String> component = new ArrayList<>();
                walk(tool, reversed, seen, component);
                if (!component.isEmpty()) {
                    components.add(Set.copyOf(component));
                }
            }
            return components;
        }

        /** Visits unseen tools depth first from a tool. Adds each tool after all that it leads to. */
        private static void walk(
                String start, Map<String, ? extends Collection<String>> edges, Set<String> seen, List<String> after) {
            record Visit(String tool, Iterator<String> rest) {}
            Deque<Visit> stack = new ArrayDeque<>();
            if (seen.add(start)) {
                stack.push(new Visit(
                        start, Objects.requireNonNull(edges.get(start)).iterator()));
            }
            while (!stack.isEmpty()) {
                Visit visit = stack.element();
                if (!visit.rest().hasNext()) {
                    after.add(stack.pop().tool());
                    continue;
                }
                String next = visit.rest().next();
                if (seen.add(next)) {
                    stack.push(new Visit(
                            next, Objects.requireNonNull(edges.get(next)).iterator()));
                }
            }
        }
    }
}
