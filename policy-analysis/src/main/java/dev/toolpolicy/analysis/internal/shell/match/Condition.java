package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.CommandEvents;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import java.util.Arrays;

/**
 * A condition on the commands of a text, told by what a reader finds and by the raw text. What it remembers is in an
 * array of the caller; its first int is the verdict. Immutable.
 */
abstract sealed class Condition implements CommandEvents permits EveryCommand, PossibleCommands {
    /** The index of the verdict. */
    static final int VERDICT = 0;

    /** The index of the state of the command. */
    static final int COMMAND = 1;
    /** The index of the state of the file; 0 outside of files. */
    static final int FILE = 2;
    /** The index of the number of the file's target. */
    static final int SIGN = 3;
    /** The number of ints that all conditions have. */
    static final int SHARED = 4;

    private static final Verdict[] VERDICTS = Verdict.values();

    final CommandDfa dfa;

    Condition(CommandDfa dfa) {
        this.dfa = dfa;
    }

    /** Receives the next state of the command. */
    abstract void go(int[] state, int at, int command);

    /** Returns the number of ints that it keeps in a state. */
    abstract int size();

    /** Starts a text. */
    void start(int[] state, int at) {
        state[at + VERDICT] = Verdict.OPEN.ordinal();
        reset(state, at);
    }

    /** Forgets the command. */
    void reset(int[] state, int at) {
        state[at + COMMAND] = CommandDfa.START;
        dropFile(state, at);
    }

    /** Receives a character of the raw text, after the reader. */
    void raw(int[] state, int at, int codePoint) {}

    /** Settles the verdict at the end of the text, after the reader. */
    abstract void end(int[] state, int at);

    /** Returns whether a verdict may still follow, true or false, while it is open. */
    boolean mayBe(Verdict verdict, int[] state, int at) {
        return true;
    }

    /** Returns whether the command that is being read matches, with anything that follows in it. */
    final boolean isMatched(int[] state, int at) {
        return state[at + COMMAND] == CommandDfa.MATCHED;
    }

    /** Estimates the number of characters to a text for which it is true, while the verdict is open. */
    abstract int distance(int[] state, int at);

    /**
     * The part of a text that was read and not yet told to a condition.
     *
     * @param command the characters of the command that is being read, as {@link LineReader#pending} counts them
     * @param next the characters of the next command and of what stands before it
     * @param blank whether a blank comes before the next character of the raw text
     * @param mayEnd whether no command is being read, and the text may become plain without a further one
     * @param fails whether the text is not plain if it ends here
     */
    record Ahead(int command, int next, boolean blank, boolean mayEnd, boolean fails) {}

    /**
     * Returns the least number of characters to a text for which it is true, while the verdict is open, or fewer. One
     * character lessens it by one at most.
     */
    abstract int least(int[] state, int at, Ahead ahead);

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

    @Override
    public void beginName(int[] state, int at) {
        go(state, at, dfa.begin(state[at + COMMAND]));
    }

    @Override
    public void beginArgument(int[] state, int at) {
        go(state, at, dfa.begin(state[at + COMMAND]));
    }

    @Override
    public void character(int[] state, int at, int codePoint) {
        go(state, at, dfa.next(state[at + COMMAND], codePoint));
    }

    @Override
    public void assign(int[] state, int at) {
        go(state, at, dfa.assign(state[at + COMMAND]));
    }

    @Override
    public void endName(int[] state, int at) {
        go(state, at, dfa.end(state[at + COMMAND]));
    }

    @Override
    public void beginFile(int[] state, int at, Target target) {
        state[at + FILE] = dfa.file(target);
        state[at + SIGN] = target.ordinal();
    }

    @Override
    public void fileCharacter(int[] state, int at, int codePoint) {
        state[at + FILE] = dfa.next(state[at + FILE], codePoint);
    }

    @Override
    public void dropFile(int[] state, int at) {
        state[at + FILE] = 0;
        state[at + SIGN] = 0;
    }
}
