package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A search for a text that is in all of some languages, and of each of some groups of languages not in all, or a proof
 * that there is none. It does not build the automaton of their combination, but visits the states of all of them,
 * breadth first. It drops a language that is settled as required, and does not extend a text by which one is settled
 * otherwise. So languages that soon differ cost little, even if there are many.
 *
 * <p>One search answers any number of questions and counts their steps together. Not thread-safe.
 */
public final class TextSearch {
    private static final int NOWHERE = StateGraph.NOWHERE;

    private final int stepsOfOne;
    private long steps;

    /**
     * Creates a search with a budget.
     *
     * @param stepsOfOne the elementary steps of one question
     * @param stepsOfAll the elementary steps of all questions together
     */
    public TextSearch(int stepsOfOne, long stepsOfAll) {
        this.stepsOfOne = stepsOfOne;
        this.steps = stepsOfAll;
    }

    /**
     * Finds the shortest text that is in all of some languages and in the intersection of no group; of several the most
     * readable, as in {@link Language#shortest}.
     *
     * @param all the required languages; empty for every text
     * @param none groups of languages, none of them empty, whose intersections are excluded
     * @return the text; empty if there is none
     * @throws PatternTooComplexException if the budget is used up
     */
    public Optional<String> shortest(List<Language> all, List<List<Language>> none) {
        return search(all, none, false);
    }

    /**
     * Finds a text that is in all of some languages and in the intersection of no group, not always a short one. It
     * searches straight towards possible ends, and so often succeeds where the search for the shortest would exceed the
     * budget.
     *
     * @param all the required languages; empty for every text
     * @param none groups of languages, none of them empty, whose intersections are excluded
     * @return the text; empty if there is none
     * @throws PatternTooComplexException if the budget is used up
     */
    public Optional<String> any(List<Language> all, List<List<Language>> none) {
        return search(all, none, true);
    }

    private Optional<String> search(List<Language> all, List<List<Language>> none, boolean straight) {
        if (none.stream().anyMatch(group -> isKnownWithin(all, group))) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        all.forEach(each -> parts.add(Part.of(each.graph(), true, parts.size())));
        for (List<Language> group : none) {
            int first = parts.size();
            group.forEach(each -> parts.add(Part.of(each.graph(), false, first)));
        }
        Walk walk = new Walk(parts, (int) Math.min(steps, stepsOfOne), straight);
        try {
            return Optional.ofNullable(walk.run());
        } finally {
            steps -= walk.spent;
        }
    }

    private static boolean isKnownWithin(List<Language> all, List<Language> group) {
        return group.stream().allMatch(one -> all.stream().anyMatch(each -> each.isKnownWithin(one)));
    }

    /**
     * A language and whether the text must be in it, and the states in which either is certain, if they exist. Of the
     * parts of a group, whose numbers follow each other, one must be as wanted; a required language is its own group.
     *
     * @param group the number of the group's first part
     */
    private record Part(StateGraph graph, boolean wanted, int group, int settled, int failed) {
        static Part of(StateGraph graph, boolean wanted, int group) {
            return new Part(graph, wanted, group, graph.settled(wanted), graph.settled(!wanted));
        }
    }

    /**
     * One question. Nodes wait in the order of their discovery, or those nearest to an end first. A node is the set of
     * states after some text, one for each part that isn't settled.
     */
    private static final class Walk {
        private final List<Part> parts;
        private final int most;
        private long spent;
        private final Map<IntKey, Integer> known = new HashMap<>();
        private final List<int[]> nodes = new ArrayList<>();
        private final List<Integer> parents = new ArrayList<>();
        private final List<Integer> letters = new ArrayList<>();
        private final PriorityQueue<int[]> waiting = new PriorityQueue<>(
                Comparator.<int[]>comparingInt(each -> each[0]).thenComparingInt(each -> each[1]));
        private final boolean straight;

        Walk(List<Part> parts, int most, boolean straight) {
            this.parts = parts;
            this.most = most;
            this.straight = straight;
        }

        @Nullable
        String run() {
            int[] first = first();
            if (first == null) {
                return null;
            } else if (accepts(first)) {
                return "";
            }
            Alphabet.Join join = Alphabet.join(
                    parts.stream().map(part -> part.graph().alphabet()).toList(), Budget.unlimited());
            spend((long) join.alphabet().intervals() * parts.size());
            int[] samples = join.alphabet().samples();
            int[] order = IntStream.range(0, samples.length)
                    .boxed()
                    .sorted(Comparator.comparing(c -> samples[c], Readability::compare))
                    .mapToInt(c -> c)
                    .toArray();
            add(first, NOWHERE, NOWHERE);
            while (!waiting.isEmpty()) {
                int node = waiting.remove()[1];
                for (int letter : order) {
                    int[] next = after(nodes.get(node), letter, join.classOf());
                    if (next != null && add(next, node, samples[letter]) && accepts(next)) {
                        return text(nodes.size() - 1);
                    }
                }
            }
            return null;
        }

        private int @Nullable [] first() {
            int[] start = new int[parts.size() * 2];
            for (int i = 0; i < parts.size(); i++) {
                start[2 * i] = i;
            }
            return open(start);
        }

        /** Returns the node after one more character; null if no continuation can succeed. */
        private int @Nullable [] after(int[] node, int letter, int[][] classOf) {
            spend(node.length / 2 + 1);
            int[] pairs = new int[node.length];
            for (int i = 0; i < node.length; i += 2) {
                pairs[i] = node[i];
                pairs[i + 1] = parts.get(node[i]).graph().next(node[i + 1], classOf[node[i]][letter]);
            }
            return open(pairs);
        }

        /** Returns the parts that aren't settled, without those of a group that is; null if one has failed. */
        private int @Nullable [] open(int[] pairs) {
            int size = 0;
            for (int i = 0; i < pairs.length; ) {
                int group = parts.get(pairs[i]).group();
                int before = size;
                boolean settled = false;
                for (; i < pairs.length && parts.get(pairs[i]).group() == group; i += 2) {
                    Part part = parts.get(pairs[i]);
                    int state = pairs[i + 1];
                    settled |= state == part.settled();
                    if (state != part.failed()) {
                        pairs[size] = pairs[i];
                        pairs[size + 1] = state;
                        size += 2;
                    }
                }
                if (size == before) {
                    return null;
                }
                size = settled ? before : size;
            }
            return size == pairs.length ? pairs : Arrays.copyOf(pairs, size);
        }

        private boolean add(int[] node, int parent, int letter) {
            if (known.putIfAbsent(new IntKey(node), nodes.size()) != null) {
                return false;
            }
            nodes.add(node);
            parents.add(parent);
            letters.add(letter);
            waiting.add(new int[] {straight ? distance(node) : 0, nodes.size() - 1});
            return true;
        }

        /** Returns the minimal number of characters that must follow. */
        private int distance(int[] node) {
            int distance = 0;
            for (int i = 0; i < node.length; ) {
                int group = parts.get(node[i]).group();
                int nearest = Integer.MAX_VALUE;
                for (; i < node.length && parts.get(node[i]).group() == group; i += 2) {
                    nearest = Math.min(nearest, distance(parts.get(node[i]), node[i + 1]));
                }
                distance = Math.max(distance, nearest);
            }
            return distance;
        }

        private static int distance(Part part, int state) {
            return part.graph().distance(state, part.wanted());
        }

        private boolean accepts(int[] node) {
            boolean all = true;
            for (int i = 0; all && i < node.length; ) {
                int group = parts.get(node[i]).group();
                boolean one = false;
                for (; i < node.length && parts.get(node[i]).group() == group; i += 2) {
                    Part part = parts.get(node[i]);
                    one |= part.graph().accepts(node[i + 1]) == part.wanted();
                }
                all = one;
            }
            return all;
        }

        private String text(int end) {
            StringBuilder reversed = new StringBuilder();
            for (int node = end; parents.get(node) >= 0; node = parents.get(node)) {
                reversed.appendCodePoint(letters.get(node));
            }
            return reversed.reverse().toString();
        }

        private void spend(long more) {
            spent += more;
            if (spent > most) {
                throw new PatternTooComplexException("steps", most, "steps to compare it");
            }
        }
    }
}
