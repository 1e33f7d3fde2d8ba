package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import java.util.ArrayList;
import java.util.List;

/**
 * The reading of the command in an array of words, for a literal. Immutable.
 *
 * @param machine reads the words
 * @param at the index of its state
 * @param literal the literal
 */
record VectorCheck(VectorMachine machine, int at, Literal literal) {

    /** Returns the readings that the literals at an array ask for. */
    static List<VectorCheck> of(List<Literal> literals) {
        List<VectorCheck> checks = new ArrayList<>();
        for (Literal literal : literals) {
            for (VectorMachine machine : literal.test().vectors()) {
                checks.add(new VectorCheck(machine, end(checks), literal));
            }
        }
        return List.copyOf(checks);
    }

    /** Returns how many ints the states of some readings take. */
    static int end(List<VectorCheck> checks) {
        return checks.stream().mapToInt(check -> check.machine.size()).sum();
    }
}
