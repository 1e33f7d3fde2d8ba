package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        this.open = new int[states.size()][];
        for (int i = 0; i < open.length; i++) {
            open[i] = open(states.get(i));
        }
        this.next = new int[open.length * alphabet.size()];
    }

    private static int[] open(int[] state) {
        int[] open = new int[state.length / 2];
        int size = 0;
        for (int i = 0; i < state.length; i += 2) {
            if (state[i + 1] != Combination.MATCHED) {
                open[size++] = state[i];
            }
        }
        return Arrays.copyOf(open, size);
    }

    TableAutomaton build() {
        TableAutomaton.Row[] rows = new TableAutomaton.Row[states.size()];
        for (int state = 0; state < rows.length; state++) {
            rows[state] = row(state);
        }
        int[] all = new int[rules.length];
        for (int component = 0; component < all.length; component++) {
            all[component] = component;
        }
        return new TableAutomaton(alphabet, next, settlement(all, states.get(0)), rows, rules, matched.toArray());
    }

    private TableAutomaton.Row row(int state) {
        int classes = alphabet.size();
        Map<Integer, Settlement> settling = new TreeMap<>();
        for (int c = 0; c < classes; c++) {
            int target = targets.get(state)[c];
            boolean settles = open[target].length < open[state].length;
            next[state * classes + c] = settles ? ~(target * classes) : target * classes;
            if (settles && !settling.containsKey(target * classes)) {
                settling.put(target * classes, settlement(open[state], states.get(target)));
            }
        }
        int[] settled = new int[settling.size()];
        int size = 0;
        for (int row : settling.keySet()) {
            settled[size++] = row;
        }
        return new TableAutomaton.Row(
                open[state].length == 0,
                atEnd(state),
                settled,
                settling.values().toArray(new Settlement[size]),
                matched.number(matchedAtEnd(state)));
    }

    private int[] matchedAtEnd(int state) {
        int[] pairs = states.get(state);
        int[] matched = new int[pairs.length / 2];
        int size = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] == Combination.MATCHED || acceptance.of(pairs[i], pairs[i + 1])) {
                matched[size++] = rules[pairs[i]];
            }
        }
        Arrays.sort(matched, 0, size);
        return Arrays.copyOf(matched, size);
    }

    /** Returns what is settled when a state is reached from one with some open components. */
    private Settlement settlement(int[] wereOpen, int[] state) {
        int[] present = new int[state.length / 2];
        int[] matched = new int[present.length];
        int size = 0;
        for (int i = 0; i < present.length; i++) {
            present[i] = state[2 * i];
            if (state[2 * i + 1] == Combination.MATCHED && Arrays.binarySearch(wereOpen, present[i]) >= 0) {
                matched[size++] = present[i];
            }
        }
        return new Settlement(rules(Arrays.copyOf(matched, size)), rules(without(wereOpen, present)));
    }

    /** Returns the components that aren't among others, which are sorted. */
    private static int[] without(int[] components, int[] others) {
        int[] left = new int[components.length];
        int size = 0;
        for (int component : components) {
            if (Arrays.binarySearch(others, component) < 0) {
                left[size++] = component;
            }
        }
        return Arrays.copyOf(left, size);
    }

    private Settlement atEnd(int state) {
        int[] pairs = states.get(state);
        int[] accepting = new int[pairs.length / 2];
        int size = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != Combination.MATCHED && acceptance.of(pairs[i], pairs[i + 1])) {
                accepting[size++] = pairs[i];
            }
        }
        int[] accepted = Arrays.copyOf(accepting, size);
        return new Settlement(rules(accepted), rules(without(open[state], accepted)));
    }

    private int[] rules(int[] components) {
        int[] numbers = new int[components.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = rules[components[i]];
        }
        return numbers;
    }
}
