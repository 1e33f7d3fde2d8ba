package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import java.util.BitSet;

/**
 * The deterministic automaton of a set of patterns over what a reader finds in one command: the characters and the ends
 * of its words. A state is a nonnegative number. Immutable.
 */
final class CommandDfa {
    /** No pattern is left. */
    static final int DEAD = 0;
    /** A pattern matches, with anything that follows in the command. */
    static final int MATCHED = 1;
    /** The start of a command. */
    static final int START = 2;

    private final Tables tables;

    /**
     * The transitions and properties by state.
     *
     * @param edges the targets by state and character
     * @param otherwise the targets of other characters
     * @param begin the targets of a word's beginning, from states between words
     * @param end the targets of a word's end, from states in words
     * @param assign the targets of the {@code =} of an assignment, from states in names
     * @param unknown the targets of an unknown word, from the state before it; or of an unknown value
     * @param accepting the states in which the command may end
     * @param distances the number of characters to the end of a command that matches, if they are written as they are
     * @param least the least number of characters to that end, or fewer, as {@link PositionSet#least} counts them
     * @param output the state at the start of a file behind {@code >}
     * @param input the state at the start of a file behind {@code <}
     * @param anyOutput true if a pattern matches any file behind {@code >}
     * @param anyInput true if a pattern matches any file behind {@code <}
     */
    record Tables(
            EdgeTable edges,
            int[] otherwise,
            int[] begin,
            int[] end,
            int[] assign,
            int[] unknown,
            BitSet accepting,
            int[] distances,
            int[] least,
            int output,
            int input,
            boolean anyOutput,
            boolean anyInput) {}

    CommandDfa(Tables tables) {
        this.tables = tables;
    }

    int next(int state, int codePoint) {
        int target = tables.edges().target(state, codePoint);
        return target == EdgeTable.NOWHERE ? tables.otherwise()[state] : target;
    }

    /** Returns the target of the characters that have none of their own. */
    int otherwise(int state) {
        return tables.otherwise()[state];
    }

    int begin(int state) {
        return tables.begin()[state];
    }

    int end(int state) {
        return tables.end()[state];
    }

    int assign(int state) {
        return tables.assign()[state];
    }

    int unknown(int state) {
        return tables.unknown()[state];
    }

    boolean accepts(int state) {
        return tables.accepting().get(state);
    }

    /** Returns the number of characters to the end of a command that matches, if they are written as they are. */
    int distance(int state) {
        return tables.distances()[state];
    }

    /** Returns the least number of characters to the end of a command that matches, or fewer. */
    int least(int state) {
        return tables.least()[state];
    }

    int file(boolean output) {
        return output ? tables.output() : tables.input();
    }

    /** Returns whether a pattern matches any file. */
    boolean anyFile(boolean output) {
        return output ? tables.anyOutput() : tables.anyInput();
    }
}
