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
 * that there is none. It does not build the automaton of their combination, but visits the states of all of them, first
 * those of which the shortest texts may come. It drops a language that is settled as required, and does not extend a
 * text by which one is settled otherwise. So languages that soon differ cost little, even if there are many.
 *
 * <p>One search answers any number of questions and counts their steps together. Not thread-safe.
 */
public final class TextSearch {
    private static final int NOWHERE = StateGraph.NOWHERE;

    /** The number of states of one language that are kept for other questions. */
    private static final int KEPT_STATES = 50_000;

    private final int stepsOfOne;
    private final Map<Language, LazyGraph> visited = new HashMap<>();
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

    private Optional<String> search(List<Language> required, List<List<Language>> excluded, boolean straight) {
        if (excluded.stream().anyMatch(group -> isKnownWithin(required, group))) {
            return Optional.empty();
        }
        List<Language> all = new ArrayList<>(required);
        List<List<Language>> none = new ArrayList<>(excluded);
        none.removeIf(group -> group.size() == 1 && isTakenOut(group.get(0), all));
        if (all.stream().anyMatch(one -> all.stream().anyMatch(one::isKnownApart))) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        all.forEach(each -> parts.add(Part.of(graph(each), true, parts.size())));
        for (List<Language> group : none) {
            int first = parts.size();
            group.forEach(each -> parts.add(Part.of(graph(each), false, first)));
        }
        Walk walk = new Walk(parts, (int) Math.min(steps, stepsOfOne), straight);
        try {
            return Optional.ofNullable(walk.run());
        } finally {
            steps -= walk.spent;
            visited.values().removeIf(graph -> graph.states() > KEPT_STATES);
        }
    }

    /** Returns the states of a language. Those of machines are kept, since they cost more than to number them. */
    private StateGraph graph(Language language) {
        return language.isMachine()
                ? visited.computeIfAbsent(language, each -> new LazyGraph(each.machine()))
                : new TableGraph(language.dfa());
    }

    /** Returns whether an excluded language could be taken out of one of the others, which is replaced. */
    private static boolean isTakenOut(Language excluded, List<Language> all) {
        for (int i = 0; i < all.size(); i++) {
            Optional<Language> rest = all.get(i).without(excluded);
            if (rest.isPresent()) {
                all.set(i, rest.get());
                return true;
            }
        }
        return false;
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

    /** A text and the states after it: one for each part that isn't settled. */
    private static final class Path {
        /** The text without its last character; null for the empty text. */
        private final @Nullable Path before;
        /** The rank of its last character, the most readable first. */
        private final int rank;

        private final int length;
        private final int[] states;
        private final boolean isAnswer;
        /** The number of characters that must follow, or fewer, and 1 unless it is an answer; or an estimate. */
        private final int rest;
        /** The number of texts that were found before. */
        private final int number;
        /** True if it was extended, or a better text leads to the same states. */
        private boolean done;

        Path(@Nullable Path before, int rank, int[] states, boolean isAnswer, int rest, int number) {
            this.before = before;
            this.rank = rank;
            this.length = before == null ? 0 : before.length + 1;
            this.states = states;
            this.isAnswer = isAnswer;
            this.rest = rest;
            this.number = number;
        }

        /** Compares the lengths that answers have at least, then the texts, of which the most readable comes first. */
        static int byLength(Path one, Path other) {
            int least = Integer.compare(one.length + one.rest, other.length + other.rest);
            return least != 0 ? least : byText(one, other);
        }

        static int byRest(Path one, Path other) {
            int rests = Integer.compare(one.rest, other.rest);
            return rests != 0 ? rests : Integer.compare(one.number, other.number);
        }

        private static int byText(Path one, Path other) {
            Path a = one.start(other.length);
            Path b = other.start(one.length);
            int ranks = 0;
            while (a != b && a.before != null && b.before != null) {
                ranks = Integer.compare(a.rank, b.rank);
                a = a.before;
                b = b.before;
            }
            return ranks != 0 ? ranks : Integer.compare(one.length, other.length);
        }

        /** Returns the first characters, at most as many as given. */
        private Path start(int most) {
            Path start = this;
            while (start.length > most && start.before != null) {
                start = start.before;
            }
            return start;
        }
    }

    /**
     * One question. Texts wait for their extension in the order of the least length of an answer that may begin with
     * them, and within that in the order of readability (Hart, Nilsson and Raphael: A formal basis for the heuristic
     * determination of minimum cost paths, 1968). So the first answer is the shortest and most readable, and no text is
     * extended that a search breadth first would not extend. Told to go straight on, it extends those first that are
     * nearest to an end.
     */
    private static final class Walk {
        private final List<Part> parts;
        private final int most;
        private long spent;
        private final Map<IntKey, Path> known = new HashMap<>();
        private final PriorityQueue<Path> waiting;
        private final boolean straight;
        /** Pairs of a part and its state, under construction. */
        private final int[] pairs;

        Walk(List<Part> parts, int most, boolean straight) {
            this.parts = parts;
            this.pairs = new int[2 * parts.size()];
            this.most = most;
            this.straight = straight;
            this.waiting = new PriorityQueue<>(straight ? Path::byRest : Path::byLength);
        }

        @Nullable
        String run() {
            int[] first = first();
            if (first == null) {
                return null;
            } else if (accepts(first)) {
                return "";
            }
            spend(0); // if nothing is left, what follows is in vain
            Alphabet.Join join = Alphabet.join(
                    parts.stream().map(part -> part.graph().alphabet()).toList(), Budget.unlimited());
            spend((long) join.alphabet().intervals() * parts.size());
            int[] samples = join.alphabet().samples();
            int[] order = IntStream.range(0, samples.length)
                    .boxed()
                    .sorted(Comparator.comparing(c -> samples[c], Readability::compare))
                    .mapToInt(c -> c)
                    .toArray();
            add(new IntKey(first), path(null, NOWHERE, first));
            Path found = search(order, join.classOf());
            return found == null ? null : text(found, order, samples);
        }

        private @Nullable Path search(int[] order, int[][] classOf) {
            while (!waiting.isEmpty()) {
                Path path = waiting.remove();
                if (path.done) {
                    continue;
                } else if (path.isAnswer) {
                    return path;
                }
                path.done = true;
                for (int rank = 0; rank < order.length; rank++) {
                    int[] next = after(path.states, order[rank], classOf);
                    Path longer = next == null ? null : extend(path, rank, next);
                    if (longer != null && longer.isAnswer && (straight || path.rest == 1)) {
                        return longer;
                    }
                }
            }
            return null;
        }

        /** Adds a text with one more character. Returns null if one that is as good leads to the same states. */
        private @Nullable Path extend(Path path, int rank, int[] states) {
            IntKey key = new IntKey(states);
            Path same = known.get(key);
            if (same == null) {
                return add(key, path(path, rank, states));
            } else if (same.done || straight) {
                return null;
            }
            Path longer = new Path(path, rank, same.states, same.isAnswer, same.rest, same.number);
            if (Path.byLength(longer, same) >= 0) {
                return null;
            }
            same.done = true;
            return add(key, longer);
        }

        private Path path(@Nullable Path before, int rank, int[] states) {
            boolean isAnswer = accepts(states);
            int rest = straight ? distance(states) : Math.max(distance(states), isAnswer ? 0 : 1);
            return new Path(before, rank, states, isAnswer, rest, known.size());
        }

        private Path add(IntKey key, Path path) {
            known.put(key, path);
            waiting.add(path);
            return path;
        }

        private int @Nullable [] first() {
            for (int i = 0; i < parts.size(); i++) {
                pairs[2 * i] = i;
            }
            return open(pairs.length);
        }

        /** Returns the node after one more character; null if no continuation can succeed. */
        private int @Nullable [] after(int[] node, int letter, int[][] classOf) {
            spend(node.length / 2 + 1);
            for (int i = 0; i < node.length; i += 2) {
                Part part = parts.get(node[i]);
                pairs[i] = node[i];
                pairs[i + 1] = part.graph().next(node[i + 1], classOf[node[i]][letter]);
                if (part.wanted() && pairs[i + 1] == part.failed()) {
                    return null; // without asking the others, which may be machines
                }
            }
            return open(node.length);
        }

        /** Returns the parts, of the first pairs, that aren't settled, without those of a group that is; null if one has failed. */
        private int @Nullable [] open(int length) {
            int size = 0;
            for (int i = 0; i < length; ) {
                int group = parts.get(pairs[i]).group();
                int before = size;
                boolean settled = false;
                for (; i < length && parts.get(pairs[i]).group() == group; i += 2) {
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
            return Arrays.copyOf(pairs, size);
        }

        /** Returns the number of characters that must follow, or fewer; or an estimate. */
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

        private int distance(Part part, int state) {
            return straight
                    ? part.graph().distance(state, part.wanted())
                    : part.graph().least(state, part.wanted());
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

        private static String text(Path end, int[] order, int[] samples) {
            StringBuilder reversed = new StringBuilder();
            for (Path path = end; path.before != null; path = path.before) {
                reversed.appendCodePoint(samples[order[path.rank]]);
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
