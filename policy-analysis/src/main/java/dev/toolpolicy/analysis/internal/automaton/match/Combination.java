package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Dfa;
import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The combination of the automata of several rules to one whose states know of each rule whether it is matched,
 * eliminated or open. A state has, for each rule that isn't eliminated, the state of its own automaton or that it is
 * matched. So words that differ from the text cost nothing, and settled rules are never visited again. The construction
 * gives up when it grows too large, except for a single rule, whose automaton is within its own limits.
 */
final class Combination {
    static final int MATCHED = -1;

    private static final int NOWHERE = -2;

    /** The smallest automaton of a rule. */
    record Component(int rule, Dfa dfa) {

        /** Returns the only state from which everything is accepted, or nothing; {@link #NOWHERE} if there is none. */
        int settled(boolean matched) {
            for (int state = 0; state < dfa.states(); state++) {
                if (dfa.accepts(state) == matched && dfa.isSettled(state)) {
                    return state;
                }
            }
            return NOWHERE;
        }
    }

    private final List<Component> components;
    private final AutomatonLimits limits;
    private final int[] full;
    private final int[] empty;
    private Alphabet.Join join = new Alphabet.Join(Alphabet.WHOLE, new int[0][]);
    private long steps;

    /** Pairs of a component and its state, or {@link #MATCHED}, in the order of components. */
    private final List<int[]> states = new ArrayList<>();

    private final Map<IntKey, Integer> numbers = new HashMap<>();
    private final List<int[]> targets = new ArrayList<>();

    private Combination(List<Component> components, AutomatonLimits limits) {
        this.components = components;
        this.limits = limits;
        this.full = new int[components.size()];
        this.empty = new int[components.size()];
        for (int i = 0; i < full.length; i++) {
            full[i] = components.get(i).settled(true);
            empty[i] = components.get(i).settled(false);
        }
    }

    /** Returns the automaton of some rules; empty if it would be too large. */
    static Optional<Automaton> of(List<Component> components, AutomatonLimits limits) {
        Combination combination = new Combination(components, limits);
        return combination.run() ? Optional.of(combination.table()) : Optional.empty();
    }

    private boolean run() {
        List<Alphabet> alphabets = new ArrayList<>();
        for (Component each : components) {
            alphabets.add(each.dfa().alphabet());
        }
        join = Alphabet.join(alphabets, Budget.unlimited());
        number(first());
        for (int state = 0; state < states.size(); state++) {
            if (isTooLarge()) {
                return false;
            }
            int[] row = new int[join.alphabet().size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = number(after(states.get(state), c));
            }
            targets.add(row);
        }
        return true;
    }

    private boolean isTooLarge() {
        return components.size() > 1
                && (states.size() > limits.combinedStates()
                        || (long) states.size() * join.alphabet().size() > limits.transitions()
                        || steps > limits.steps());
    }

    private int[] first() {
        int[] pairs = new int[components.size() * 2];
        int size = 0;
        for (int i = 0; i < components.size(); i++) {
            size = put(pairs, size, i, 0);
        }
        return Arrays.copyOf(pairs, size);
    }

    private int[] after(int[] state, int characterClass) {
        steps += state.length;
        int[] pairs = new int[state.length];
        int size = 0;
        for (int i = 0; i < state.length; i += 2) {
            int component = state[i];
            int next = state[i + 1] == MATCHED
                    ? MATCHED
                    : components.get(component).dfa().next(state[i + 1], join.classOf()[component][characterClass]);
            size = put(pairs, size, component, next);
        }
        return size == pairs.length ? pairs : Arrays.copyOf(pairs, size);
    }

    private int put(int[] pairs, int size, int component, int state) {
        if (state == empty[component]) {
            return size;
        }
        pairs[size] = component;
        pairs[size + 1] = state == full[component] ? MATCHED : state;
        return size + 2;
    }

    private int number(int[] state) {
        Integer known = numbers.putIfAbsent(new IntKey(state), states.size());
        if (known == null) {
            states.add(state);
            return states.size() - 1;
        }
        return known;
    }

    private Automaton table() {
        int[] rules = new int[components.size()];
        for (int i = 0; i < rules.length; i++) {
            rules[i] = components.get(i).rule();
        }
        return new CombinedTable(join.alphabet(), rules, states, targets, this::accepts).build();
    }

    private boolean accepts(int component, int state) {
        return components.get(component).dfa().accepts(state);
    }
}
