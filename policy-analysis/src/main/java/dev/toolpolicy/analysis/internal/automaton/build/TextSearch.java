package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text that is in all of some languages and in none of others, or proves that there is none, without making the
 * automaton of what they have in common: breadth first over the states that all of them are in after a text. A language
 * that is settled as wished is looked at no more, and a text by which one is settled otherwise is not gone on with; so
 * languages that soon part cost little, however many they are.
 *
 * <p>One search answers any number of questions and counts their steps together. Not thread-safe.
 */
public final class TextSearch {
    private static final int NOWHERE = -1;

    private final int stepsOfOne;
    private long steps;

    /**
     * A search with something to spend.
     *
     * @param stepsOfOne how many elementary steps one question may take
     * @param stepsOfAll how many all of them may take together
     */
    public TextSearch(int stepsOfOne, long stepsOfAll) {
        this.stepsOfOne = stepsOfOne;
        this.steps = stepsOfAll;
    }

    /**
     * The shortest text that is in all of some languages and in none of others; of several the most readable, as with
     * {@link Language#shortest}.
     *
     * @param all the languages that it is in; none means every text
     * @param none the languages that it isn't in
     * @return the text; empty if there is none
     * @throws PatternTooComplexException if the steps don't suffice to know
     */
    public Optional<String> shortest(List<Language> all, List<Language> none) {
        return search(all, none, false);
    }

    /**
     * A text that is in all of some languages and in none of others, not always a short one: straight towards where the
     * text may end, so that it is often found where looking for the shortest would take too much.
     *
     * @param all the languages that it is in; none means every text
     * @param none the languages that it isn't in
     * @return the text; empty if there is none
     * @throws PatternTooComplexException if the steps don't suffice to know
     */
    public Optional<String> any(List<Language> all, List<Language> none) {
        return search(all, none, true);
    }

    private Optional<String> search(List<Language> all, List<Language> none, boolean straight) {
        List<Part> parts = Stream.concat(
                        all.stream().map(each -> Part.of(each.dfa(), true, straight)),
                        none.stream().map(each -> Part.of(each.dfa(), false, straight)))
                .toList();
        Walk walk = new Walk(parts, (int) Math.min(steps, stepsOfOne), straight);
        try {
            return Optional.ofNullable(walk.run());
        } finally {
            steps -= walk.spent;
        }
    }

    /**
     * One language and whether the text is to be in it; the states in which either is certain, if there are such; how far
     * each is from where the text may end, if the search goes straight there.
     */
    private record Part(Dfa dfa, boolean wanted, int settled, int failed, int[] distances) {
        static Part of(Dfa dfa, boolean wanted, boolean straight) {
            int[] distances = straight ? distances(dfa, wanted) : new int[0];
            return new Part(dfa, wanted, settled(dfa, wanted), settled(dfa, !wanted), distances);
        }

        private static int[] distances(Dfa dfa, boolean wanted) {
            BitSet ends = new BitSet(dfa.states());
            for (int state = 0; state < dfa.states(); state++) {
                ends.set(state, dfa.accepts(state) == wanted);
            }
            return Distances.of(dfa, ends);
        }

        private static int settled(Dfa dfa, boolean accepting) {
            for (int state = 0; state < dfa.states(); state++) {
                if (dfa.accepts(state) == accepting && dfa.isSettled(state)) {
                    return state;
                }
            }
            return NOWHERE;
        }
    }

    /** One question. Nodes wait in the order in which they were met, or the nearest to an end first. A node is what was reached by some text: each part that isn't settled, with its state. */
    private static final class Walk {
        private final List<Part> parts;
        private final int most;
        private long spent;
        private final Map<IntKey, Integer> known = new HashMap<>();
        private final List<int[]> nodes = new ArrayList<>();
        private final List<Integer> parents = new ArrayList<>();
        private final List<Integer> letters = new ArrayList<>();
        private final PriorityQueue<int[]> waiting =
                new PriorityQueue<>(Comparator.<int[]>comparingInt(each -> each[0]).thenComparingInt(each -> each[1]));
        private final boolean straight;

        Walk(List<Part> parts, int most, boolean straight) {
            this.parts = parts;
            this.most = most;
            this.straight = straight;
        }

        @Nullable String run() {
            int[] first = first();
            if (first == null) {
                return null;
            } else if (accepts(first)) {
                return "";
            }
            Alphabet.Join join =
                    Alphabet.join(parts.stream().map(part -> part.dfa().alphabet()).toList(), Budget.unlimited());
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
            int[] pairs = new int[parts.size() * 2];
            int size = 0;
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i).failed() == 0) {
                    return null;
                }
                size = put(pairs, size, i, 0);
            }
            return Arrays.copyOf(pairs, size);
        }

        /** The node after one more character; null if no text that goes on so is of the wished ones. */
        private int @Nullable [] after(int[] node, int letter, int[][] classOf) {
            spend(node.length / 2 + 1);
            int[] pairs = new int[node.length];
            int size = 0;
            for (int i = 0; i < node.length; i += 2) {
                Part part = parts.get(node[i]);
                int state = part.dfa().next(node[i + 1], classOf[node[i]][letter]);
                if (state == part.failed()) {
                    return null;
                }
                size = put(pairs, size, node[i], state);
            }
            return size == pairs.length ? pairs : Arrays.copyOf(pairs, size);
        }

        private int put(int[] pairs, int size, int part, int state) {
            if (state == parts.get(part).settled()) {
                return size;
            }
            pairs[size] = part;
            pairs[size + 1] = state;
            return size + 2;
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

        /** How many characters must follow at least. */
        private int distance(int[] node) {
            int distance = 0;
            for (int i = 0; i < node.length; i += 2) {
                distance = Math.max(distance, parts.get(node[i]).distances()[node[i + 1]]);
            }
            return distance;
        }

        private boolean accepts(int[] node) {
            for (int i = 0; i < node.length; i += 2) {
                Part part = parts.get(node[i]);
                if (part.dfa().accepts(node[i + 1]) != part.wanted()) {
                    return false;
                }
            }
            return true;
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
