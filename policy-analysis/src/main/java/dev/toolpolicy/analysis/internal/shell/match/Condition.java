package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.CommandEvents;
import java.util.Arrays;

/**
 * A condition on the commands of a text, told by what a reader finds and by the raw text. What it remembers is in an
 * array of the caller; its first int is the verdict. Immutable.
 */
abstract sealed class Condition implements CommandEvents permits EveryCommand, PossibleCommands {
    /** The index of the verdict. */
    static final int VERDICT = 0;

    private static final Verdict[] VERDICTS = Verdict.values();

    /** Returns the number of ints that it keeps in a state. */
    abstract int size();

    /** Starts a text. */
    abstract void start(int[] state, int at);

    /** Receives a character of the raw text, after the reader. */
    abstract void raw(int[] state, int at, int codePoint);

    /** Settles the verdict at the end of the text, after the reader. */
    abstract void end(int[] state, int at);

    /** Estimates the number of characters to a text for which it is true, while the verdict is open. */
    abstract int distance(int[] state, int at);

    /** Returns a condition that is false for the same texts, but may be unknown where this one is true. */
    Condition withoutSearch() {
        return this;
    }

    final Verdict verdict(int[] state, int at) {
        return VERDICTS[state[at + VERDICT]];
    }

    /** Clears what no longer matters behind a settled verdict, so that equal futures have equal states. */
    final void forget(int[] state, int at) {
        int settled = state[at + VERDICT];
        if (settled != Verdict.OPEN.ordinal()) {
            Arrays.fill(state, at, at + size(), 0);
            state[at + VERDICT] = settled;
        }
    }

    /** Settles the verdict, unless it is. */
    static void settle(int[] state, int at, Verdict verdict) {
        if (state[at + VERDICT] == Verdict.OPEN.ordinal()) {
            state[at + VERDICT] = verdict.ordinal();
        }
    }
}
