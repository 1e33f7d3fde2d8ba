package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A writer of the states of a {@link Combination} to a table. */
final class CombinedTable {

    /** A test whether a component's automaton accepts in a state. */
    @FunctionalInterface
    interface Acceptance {
        boolean of(int component, int state);
    }

    private final Alphabet alphabet;
    private final int[] rules;
    private final List<int[]> states;
    private final List<int[]> targets;
    private final Acceptance acceptance;
    /** The open components of each state. */
    private final int[][] open;

    private final int[] next;
    private final MatchedSets matched = new MatchedSets();

    /**
     * Creates the table from the states as pairs of a component and its state, their targets by class, and the rules of
     * the components.
     */
    CombinedTable(Alphabet alphabet, int[] rules, List<int[]> states, List<int[]> targets, Acceptance acceptance) {
        this.alphabet = alphabet;
        this.rules = rules;
        this.states = states;
        this.targets = targets;
        this.acceptance = acceptance;
        this.open = states.stream().map(CombinedTable::open).toArray(int[][]::new);
        this.next = new int[states.size() * alphabet.size()];
    }

    private static int[] open(int[] state) {
        return IntStream.range(0, state.length / 2)
                .filter(i -> state[2 * i + 1] != Combination.MATCHED)
                .map(i -> state[2 * i])
                .toArray();
    }

    TableAutomaton build() {
        TableAutomaton.Row[] rows = new TableAutomaton.Row[states.size()];
        Arrays.setAll(rows, this::row);
        int[] all = IntStream.range(0, rules.length).toArray();
        return new TableAutomaton(alphabet, next, settlement(all, states.get(0)), rows, rules, matched.toArray());
    }

    private TableAutomaton.Row row(int state) {
        int classes = alphabet.size();
        Map<Integer, Settlement> settling = new TreeMap<>();
        for (int c = 0; c < classes; c++) {
            int target = targets.get(state)[c];
            boolean settles = open[target].length < open[state].length;
            next[state * classes + c] = settles ? ~(target * classes) : target * classes;
            if (settles) {
                settling.computeIfAbsent(target * classes, row -> settlement(open[state], states.get(target)));
            }
        }
        return new TableAutomaton.Row(
                open[state].length == 0,
                atEnd(state),
                settling.keySet().stream().mapToInt(Integer::intValue).toArray(),
                settling.values().toArray(Settlement[]::new),
                matched.number(matchedAtEnd(state)));
    }

    private int[] matchedAtEnd(int state) {
        int[] pairs = states.get(state);
        return IntStream.range(0, pairs.length / 2)
                .filter(i -> pairs[2 * i + 1] == Combination.MATCHED || acceptance.of(pairs[2 * i], pairs[2 * i + 1]))
                .map(i -> rules[pairs[2 * i]])
                .sorted()
                .toArray();
    }

    /** Returns what is settled when a state is reached from one with some open components. */
    private Settlement settlement(int[] wereOpen, int[] state) {
        int[] matched = IntStream.range(0, state.length / 2)
                .filter(i -> state[2 * i + 1] == Combination.MATCHED)
                .map(i -> state[2 * i])
                .filter(component -> Arrays.binarySearch(wereOpen, component) >= 0)
                .toArray();
        int[] present =
                IntStream.range(0, state.length / 2).map(i -> state[2 * i]).toArray();
        int[] gone = Arrays.stream(wereOpen)
                .filter(component -> Arrays.binarySearch(present, component) < 0)
                .toArray();
        return new Settlement(rules(matched), rules(gone));
    }

    private Settlement atEnd(int state) {
        int[] pairs = states.get(state);
        int[] accepted = IntStream.range(0, pairs.length / 2)
                .filter(i -> pairs[2 * i + 1] != Combination.MATCHED && acceptance.of(pairs[2 * i], pairs[2 * i + 1]))
                .map(i -> pairs[2 * i])
                .toArray();
        int[] others = Arrays.stream(open[state])
                .filter(component -> Arrays.binarySearch(accepted, component) < 0)
                .toArray();
        return new Settlement(rules(accepted), rules(others));
    }

    private int[] rules(int[] components) {
        return Arrays.stream(components).map(component -> rules[component]).toArray();
    }
}
