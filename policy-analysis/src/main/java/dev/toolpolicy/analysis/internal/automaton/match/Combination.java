package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Dfa;
import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The combination of the automata of several rules to one. A state is the states of those automata, and the rules that
 * the last character matched for good. Automata <em>at rest</em> are left out: those that can't accept anymore, and, of
 * those that always can, such as searches, those that wait for a beginning. So a state is small, and words that differ
 * from the text cost nothing.
 *
 * <p>What is matched is told once and not recorded, since otherwise a thousand searches would need a state for each of
 * their subsets. An automaton that has matched for good continues as if it had been at {@linkplain IdleStates home}
 * before the character; what it tells from then on doesn't count. So for searches for words, the states are those of the
 * Aho–Corasick automaton (Aho, Corasick: Efficient string matching, CACM 18, 1975), and not the product of what was
 * found.
 *
 * <p>The construction gives up when it grows too large, except for a single rule, whose automaton is within its own
 * limits.
 */
final class Combination {
    /** Limit of a table's size, a few megabytes. */
    private static final int TRANSITIONS = 1_500_000;
    /** Number of steps that a rule adds to the budget of the construction. */
    private static final long STEPS = 10_000;

    /** Number of rules for which the budget is always enough. */
    private static final int FEW = 100;

    private static final int NOWHERE = -1;

    /** The smallest automaton of a rule. */
    record Component(int rule, Dfa dfa) {
        static Component of(int rule, TextLanguage language, AutomatonLimits limits) {
            boolean isSpelled = language.spelled().isPresent();
            return new Component(rule, language.dfa(isSpelled ? Budget.unlimited() : new Budget(limits)));
        }

        /** Returns the only state from which everything is accepted, or nothing; {@link #NOWHERE} if there is none. */
        int settled(boolean matched) {
            return dfa.settled(matched).orElse(NOWHERE);
        }
    }

    private final List<Component> parts;
    private final int[] full;
    private final int[] empty;
    private final int[][] homes;
    /** The state in which each part rests. */
    private final int[] rest;

    /** The parts that accept where they rest, though not everything. */
    private final BitSet resting = new BitSet();
    /** The parts that may match where they rest, or never. */
    private final BitSet open = new BitSet();

    private final Alphabet.Join join;
    /** For each class, the parts that leave their rest by it, and their targets. */
    private final int[][] leaving;

    private final AutomatonLimits limits;
    private final SharedSets sets = new SharedSets();
    private long steps;

    /** The number of parts that the last character matched for good, then these parts, then pairs of a part and its state. */
    private final List<int[]> states = new ArrayList<>();

    private final Map<IntKey, Integer> numbers = new HashMap<>();
    /** By state and class, the state behind it. */
    private int[] targets = {};

    /** A state under construction. */
    private final int[] pairs;

    private int size;
    /** The parts that are matched for good by the character that leads to it. */
    private final int[] matched;

    private int matches;

    private Combination(List<Component> parts, AutomatonLimits limits) {
        this.parts = parts;
        this.limits = limits;
        full = parts.stream().mapToInt(each -> each.settled(true)).toArray();
        empty = parts.stream().mapToInt(each -> each.settled(false)).toArray();
        join = Alphabet.join(parts.stream().map(each -> each.dfa().alphabet()).toList(), Budget.unlimited());
        homes = parts.stream().map(each -> IdleStates.of(each.dfa())).toArray(int[][]::new);
        rest = new int[full.length];
        Arrays.setAll(rest, this::rest);
        for (int part = 0; part < full.length; part++) {
            resting.set(part, accepts(part, rest[part]));
            open.set(part, isMortal(part) && rest[part] != empty[part]);
        }
        pairs = new int[2 * parts.size()];
        matched = new int[parts.size()];
        leaving = new int[join.alphabet().size()][];
        Arrays.setAll(leaving, this::leaving);
    }

    /** Returns the automaton of some rules, which are ascending; empty if it would be too large. */
    static Optional<Automaton> of(List<Component> parts, AutomatonLimits limits) {
        Combination combination = new Combination(parts, limits);
        return combination.run() ? Optional.of(combination.table()) : Optional.empty();
    }

    /** Returns the home that most characters lead to from the first state; otherwise the state that accepts nothing, or the first. */
    private int rest(int part) {
        int state = 0;
        for (int i = 0; i < parts.get(part).dfa().states() && homes[part][state] == IdleStates.NONE; i++) {
            state = behindMost(part, state);
        }
        int home = homes[part][state];
        return home != IdleStates.NONE && home != full[part] ? home : Math.max(empty[part], 0);
    }

    /** Returns the state that most classes of characters lead to. */
    private int behindMost(int part, int state) {
        Dfa dfa = parts.get(part).dfa();
        int[] counts = new int[dfa.states()];
        int most = dfa.next(state, 0);
        for (int c = 0; c < dfa.alphabet().size(); c++) {
            int next = dfa.next(state, c);
            most = ++counts[next] > counts[most] ? next : most;
        }
        return most;
    }

    private int[] leaving(int characterClass) {
        int[] found = new int[2 * parts.size()];
        int length = 0;
        for (int i = 0; i < full.length; i++) {
            int next = rest[i] != empty[i] && full[i] != 0 ? next(i, rest[i], characterClass) : rest[i];
            if (next != rest[i]) {
                found[length++] = i;
                found[length++] = next;
            }
        }
        return Arrays.copyOf(found, length);
    }

    private int next(int part, int state, int characterClass) {
        return parts.get(part).dfa().next(state, join.classOf()[part][characterClass]);
    }

    private boolean run() {
        start();
        for (int state = 0; state < states.size(); state++) {
            if (isTooLarge()) {
                return false;
            }
            int classes = join.alphabet().size();
            if ((state + 1) * classes > targets.length) {
                targets = Arrays.copyOf(targets, 2 * (state + 1) * classes);
            }
            for (int c = 0; c < classes; c++) {
                targets[state * classes + c] = after(states.get(state), c);
            }
        }
        return true;
    }

    private void start() {
        begin();
        for (int i = 0; i < full.length; i++) {
            if (full[i] == 0) {
                matched[matches++] = i;
            } else {
                put(i, 0);
            }
        }
        number();
    }

    private boolean isTooLarge() {
        return parts.size() > 1
                && (states.size() > limits.combinedStates()
                        || (long) states.size() * join.alphabet().size() > TRANSITIONS
                        || steps > STEPS * Math.max(parts.size(), FEW));
    }

    private int after(int[] state, int characterClass) {
        int[] fresh = leaving[characterClass];
        steps += state.length + fresh.length;
        begin();
        int at = 0;
        for (int i = 1 + state[0]; i < state.length; i += 2) {
            for (; at < fresh.length && fresh[at] < state[i]; at += 2) {
                reach(fresh[at], rest[fresh[at]], fresh[at + 1], characterClass);
            }
            at += at < fresh.length && fresh[at] == state[i] ? 2 : 0;
            reach(state[i], state[i + 1], next(state[i], state[i + 1], characterClass), characterClass);
        }
        for (; at < fresh.length; at += 2) {
            reach(fresh[at], rest[fresh[at]], fresh[at + 1], characterClass);
        }
        return number();
    }

    private void begin() {
        size = 0;
        matches = 0;
    }

    private void put(int part, int state) {
        if (state != rest[part]) {
            pairs[size++] = part;
            pairs[size++] = state;
        }
    }

    /** Moves a part from a state to another. A part that matches for good continues as if it had been at home. */
    private void reach(int part, int from, int state, int characterClass) {
        if (state != full[part]) {
            put(part, state);
            return;
        }
        matched[matches++] = part;
        int home = homes[part][from];
        if (home == IdleStates.NONE) {
            put(part, rest[part]);
        } else {
            int restarted = next(part, home, characterClass);
            put(part, restarted == full[part] ? home : restarted);
        }
    }

    private int number() {
        int[] state = new int[1 + matches + size];
        state[0] = matches;
        System.arraycopy(matched, 0, state, 1, matches);
        System.arraycopy(pairs, 0, state, 1 + matches, size);
        Integer known = numbers.putIfAbsent(new IntKey(state), states.size());
        if (known == null) {
            states.add(state);
            return states.size() - 1;
        }
        return known;
    }

    private TableAutomaton table() {
        int count = states.size();
        int[][] matching = new int[count][];
        int[][] unsettled = new int[count][];
        int[][] accepted = new int[count][];
        for (int i = 0; i < count; i++) {
            int[] state = states.get(i);
            matching[i] = rules(Arrays.stream(state, 1, 1 + state[0]));
            unsettled[i] = rules(open(state).stream());
            accepted[i] = rules(accepting(state).stream());
        }
        int[] mortal = rules(IntStream.range(0, full.length).filter(this::isMortal));
        int[] all = Arrays.copyOf(targets, count * join.alphabet().size());
        return new TableAutomaton(join.alphabet(), all, mortal, matching, unsettled, accepted);
    }

    /** Returns the parts that accept if the text ends in a state. */
    private BitSet accepting(int[] state) {
        BitSet parts = (BitSet) resting.clone();
        for (int at = 1 + state[0]; at < state.length; at += 2) {
            parts.set(state[at], accepts(state[at], state[at + 1]));
        }
        return parts;
    }

    /** Returns the parts that some text may settle as not matching. */
    private BitSet open(int[] state) {
        BitSet parts = (BitSet) open.clone();
        for (int at = 1 + state[0]; at < state.length; at += 2) {
            parts.set(state[at], isMortal(state[at]) && state[at + 1] != empty[state[at]]);
        }
        return parts;
    }

    /** Returns whether some text makes it certain that a part doesn't match. */
    private boolean isMortal(int part) {
        return empty[part] != NOWHERE;
    }

    private int[] rules(IntStream some) {
        return sets.shared(some.map(part -> parts.get(part).rule()).sorted().toArray());
    }

    private boolean accepts(int part, int state) {
        return state != full[part]
                && state != empty[part]
                && parts.get(part).dfa().accepts(state);
    }
}
