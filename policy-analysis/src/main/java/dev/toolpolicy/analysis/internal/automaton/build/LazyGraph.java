package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The states of a machine, numbered in the order in which they are visited. Not thread-safe. */
final class LazyGraph implements StateGraph {
    private static final int ALL = 1;
    private static final int NONE = 2;
    private static final int UNKNOWN = -1;

    private final TextMachine machine;
    private final int[] samples;
    private final Map<IntKey, Integer> numbers = new HashMap<>();
    private final List<int[]> states = new ArrayList<>();
    private final List<int[]> rows = new ArrayList<>();

    LazyGraph(TextMachine machine) {
        this.machine = machine;
        this.samples = machine.alphabet().samples();
        add(machine.start());
        add(new int[0]);
        add(new int[0]);
        Arrays.fill(rows.get(ALL), ALL);
        Arrays.fill(rows.get(NONE), NONE);
    }

    private int add(int[] state) {
        int[] row = new int[samples.length];
        Arrays.fill(row, UNKNOWN);
        states.add(state);
        rows.add(row);
        return states.size() - 1;
    }

    /** Returns the number of states that were visited so far. */
    int states() {
        return states.size();
    }

    @Override
    public Alphabet alphabet() {
        return machine.alphabet();
    }

    @Override
    public int next(int state, int characterClass) {
        int[] row = rows.get(state);
        if (row[characterClass] == UNKNOWN) {
            row[characterClass] = number(machine.next(states.get(state), samples[characterClass]));
        }
        return row[characterClass];
    }

    private int number(int[] state) {
        return switch (machine.certainty(state)) {
            case ALL -> ALL;
            case NONE -> NONE;
            case OPEN -> {
                Integer known = numbers.get(new IntKey(state));
                if (known == null) {
                    known = add(state);
                    numbers.put(new IntKey(state), known);
                }
                yield known;
            }
        };
    }

    @Override
    public boolean accepts(int state) {
        return state == ALL || state != NONE && machine.accepts(states.get(state));
    }

    @Override
    public int settled(boolean accepting) {
        return accepting ? ALL : NONE;
    }

    @Override
    public int distance(int state, boolean accepted) {
        if (state == ALL || state == NONE) {
            return accepted == (state == ALL) ? 0 : NEVER;
        }
        return machine.distance(states.get(state), accepted);
    }

    @Override
    public int least(int state, boolean accepted) {
        return state == ALL || state == NONE ? distance(state, accepted) : machine.least(states.get(state), accepted);
    }
}
