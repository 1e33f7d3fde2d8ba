package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The deterministic automaton of a set of patterns over what a reader finds in one command: the characters and the ends
 * of its words. A state is a nonnegative number. Immutable.
 *
 * @param edges the targets by state and character
 * @param rows by state, the targets by anything else than these characters, and the least number of characters to the
 *     end of a command that matches, or fewer, as {@link PositionSet#least} counts them; last the
 *     number of characters to it if they are written as they are
 * @param accepting the states in which the command may end
 * @param files the state at the start of a file, by the number of its target
 * @param anyFile the targets of which a pattern matches any file
 */
record CommandDfa(EdgeTable edges, int[][] rows, BitSet accepting, int[] files, BitSet anyFile) {
    /** No pattern is left. */
    static final int DEAD = 0;

    /** A pattern matches, with anything that follows in the command. */
    static final int MATCHED = 1;

    /** The start of a command. */
    static final int START = 2;

    /** The place in a row of the target of other characters. */
    static final int OTHERWISE = 0;

    /** The place of the target of a word's beginning, from states between words. */
    static final int BEGIN = 1;

    /** The place of the target of a word's end, from states in words. */
    static final int END = 2;

    /** The place of the target of the {@code =} of an assignment, from states in names. */
    static final int ASSIGN = 3;

    /** The place of the target of an unknown word, from the state before it; or of an unknown value. */
    static final int UNKNOWN = 4;

    /** The place of the least number of characters, behind the targets. */
    static final int LEAST = 5;

    /** The place of the number of characters to that end, if they are written as they are. */
    static final int DISTANCE = 6;

    int next(int state, int codePoint) {
        int target = edges.target(state, codePoint);
        return target == EdgeTable.NOWHERE ? rows[state][OTHERWISE] : target;
    }

    int begin(int state) {
        return rows[state][BEGIN];
    }

    int end(int state) {
        return rows[state][END];
    }

    int assign(int state) {
        return rows[state][ASSIGN];
    }

    int unknown(int state) {
        return rows[state][UNKNOWN];
    }

    boolean accepts(int state) {
        return accepting.get(state);
    }

    /** Returns the least number of characters to the end of a command that matches, or fewer. */
    int least(int state) {
        return rows[state][LEAST];
    }

    /** Returns the number of characters to the end of a command that matches, if they are written as they are. */
    int distance(int state) {
        return rows[state][DISTANCE];
    }

    int file(Target target) {
        return files[target.ordinal()];
    }

    /** Returns whether a pattern matches a file of any target. */
    boolean hasFiles() {
        return Arrays.stream(files).anyMatch(state -> state != DEAD);
    }

    /** Returns whether a pattern matches any file of a target. */
    boolean anyFile(int target) {
        return anyFile.get(target);
    }
}
