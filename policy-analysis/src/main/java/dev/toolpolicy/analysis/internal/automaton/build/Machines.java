package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Machines from others, and as tables. Stateless. */
final class Machines {
    private Machines() {}

    /**
     * Returns the smallest automaton of a machine.
     *
     * @param budget the limits of the automaton, also before it is minimized
     */
    static Dfa table(TextMachine machine, Budget budget) {
        LazyGraph graph = new LazyGraph(machine);
        int classes = machine.alphabet().size();
        BitSet accepting = new BitSet();
        int[] next = new int[64 * classes];
        for (int state = 0; state < graph.states(); state++) {
            budget.states(graph.states(), classes);
            budget.steps(classes);
            if (next.length < (state + 1) * classes) {
                next = Arrays.copyOf(next, next.length * 2);
            }
            for (int c = 0; c < classes; c++) {
                next[state * classes + c] = graph.next(state, c);
            }
            accepting.set(state, graph.accepts(state));
        }
        int states = graph.states();
        return Minimizer.minimize(
                new Dfa(machine.alphabet(), states, Arrays.copyOf(next, states * classes), accepting));
    }

    /** A table as a machine: its state is one number. */
    record Table(Dfa dfa) implements TextMachine {
        @Override
        public Alphabet alphabet() {
            return dfa.alphabet();
        }

        @Override
        public int[] start() {
            return new int[] {0};
        }

        @Override
        public int[] next(int[] state, int codePoint) {
            return new int[] {dfa.next(state[0], dfa.alphabet().classOf(codePoint))};
        }

        @Override
        public boolean accepts(int[] state) {
            return dfa.accepts(state[0]);
        }

        @Override
        public Certainty certainty(int[] state) {
            return !dfa.isSettled(state[0]) ? Certainty.OPEN : dfa.accepts(state[0]) ? Certainty.ALL : Certainty.NONE;
        }

        @Override
        public int distance(int[] state, boolean accepted) {
            return dfa.accepts(state[0]) == accepted ? 0 : 1;
        }

        @Override
        public int least(int[] state, boolean accepted) {
            return distance(state, accepted);
        }
    }

    /** The texts that are not in a language. */
    record Complement(TextMachine machine) implements TextMachine {
        @Override
        public Alphabet alphabet() {
            return machine.alphabet();
        }

        @Override
        public int[] start() {
            return machine.start();
        }

        @Override
        public int[] next(int[] state, int codePoint) {
            return machine.next(state, codePoint);
        }

        @Override
        public boolean accepts(int[] state) {
            return !machine.accepts(state);
        }

        @Override
        public Certainty certainty(int[] state) {
            return switch (machine.certainty(state)) {
                case ALL -> Certainty.NONE;
                case NONE -> Certainty.ALL;
                case OPEN -> Certainty.OPEN;
            };
        }

        @Override
        public int distance(int[] state, boolean accepted) {
            return machine.distance(state, !accepted);
        }

        @Override
        public int least(int[] state, boolean accepted) {
            return machine.least(state, !accepted);
        }

        @Override
        public boolean isKnownWithin(TextMachine other) {
            return other instanceof Complement complement && complement.machine.isKnownWithin(machine);
        }
    }

    /** The texts in both of two languages. Its states are the first's length, the first's and the second's. */
    record Both(TextMachine first, TextMachine second, Alphabet alphabet) implements TextMachine {
        static Both of(TextMachine first, TextMachine second) {
            List<Alphabet> alphabets = List.of(first.alphabet(), second.alphabet());
            return new Both(
                    first, second, Alphabet.join(alphabets, Budget.unlimited()).alphabet());
        }

        private static int[] pair(int[] one, int[] two) {
            int[] pair = new int[1 + one.length + two.length];
            pair[0] = one.length;
            System.arraycopy(one, 0, pair, 1, one.length);
            System.arraycopy(two, 0, pair, 1 + one.length, two.length);
            return pair;
        }

        private static int[] one(int[] pair) {
            return Arrays.copyOfRange(pair, 1, 1 + pair[0]);
        }

        private static int[] two(int[] pair) {
            return Arrays.copyOfRange(pair, 1 + pair[0], pair.length);
        }

        @Override
        public int[] start() {
            return pair(first.start(), second.start());
        }

        @Override
        public int[] next(int[] state, int codePoint) {
            return pair(first.next(one(state), codePoint), second.next(two(state), codePoint));
        }

        @Override
        public boolean accepts(int[] state) {
            return first.accepts(one(state)) && second.accepts(two(state));
        }

        @Override
        public Certainty certainty(int[] state) {
            Certainty one = first.certainty(one(state));
            Certainty two = second.certainty(two(state));
            if (one == Certainty.NONE || two == Certainty.NONE) {
                return Certainty.NONE;
            }
            return one == two ? one : Certainty.OPEN;
        }

        @Override
        public int distance(int[] state, boolean accepted) {
            int one = first.distance(one(state), accepted);
            int two = second.distance(two(state), accepted);
            return accepted ? Math.max(one, two) : Math.min(one, two);
        }

        @Override
        public int least(int[] state, boolean accepted) {
            int one = first.least(one(state), accepted);
            int two = second.least(two(state), accepted);
            return accepted ? Math.max(one, two) : Math.min(one, two);
        }
    }
}
