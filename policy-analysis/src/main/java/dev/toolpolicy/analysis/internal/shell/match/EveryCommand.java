package dev.toolpolicy.analysis.internal.shell.match;

/**
 * The condition that every command surely matches one of some patterns. It is false from the character on after which
 * no pattern is left for a command, and unknown from the character on that makes the text not plain.
 */
final class EveryCommand extends Condition {
    /** The bit that joins the number of a file's target when the file counts. */
    private static final int COUNTS = 4;

    EveryCommand(CommandDfa dfa) {
        super(dfa);
    }

    @Override
    int size() {
        return SHARED;
    }

    @Override
    boolean mayBe(Verdict verdict, int[] state, int at) {
        return verdict != Verdict.TRUE || dfa.least(CommandDfa.START) < PositionSet.FAR;
    }

    @Override
    void end(int[] state, int at) {
        settle(state, at, Verdict.TRUE);
    }

    @Override
    int distance(int[] state, int at) {
        return dfa.distance(state[at + COMMAND]);
    }

    @Override
    int least(int[] state, int at, Ahead ahead) {
        int command = state[at + COMMAND];
        boolean needed = command != CommandDfa.START || !ahead.mayEnd();
        return needed ? dfa.least(command) - ahead.command() : 0;
    }

    @Override
    void go(int[] state, int at, int command) {
        state[at + COMMAND] = command;
        if (command == CommandDfa.DEAD) {
            settle(state, at, Verdict.FALSE);
        }
    }

    @Override
    public void unknown(int[] state, int at) {
        go(state, at, dfa.unknown(state[at + COMMAND]));
    }

    @Override
    public void endArgument(int[] state, int at) {
        go(state, at, dfa.end(state[at + COMMAND]));
    }

    @Override
    public void close(int[] state, int at) {
        if (!dfa.accepts(state[at + COMMAND])) {
            settle(state, at, Verdict.FALSE);
        }
    }

    @Override
    public void fileCharacter(int[] state, int at, int codePoint) {
        super.fileCharacter(state, at, codePoint);
        if ((state[at + SIGN] & COUNTS) != 0) {
            checkFile(state, at);
        }
    }

    private static void checkFile(int[] state, int at) {
        if (state[at + FILE] == CommandDfa.DEAD) {
            settle(state, at, Verdict.FALSE);
        }
    }

    @Override
    public void unknownFile(int[] state, int at) {
        if (!dfa.anyFile(state[at + SIGN] & ~COUNTS)) {
            settle(state, at, Verdict.FALSE);
        }
        state[at + FILE] = CommandDfa.MATCHED;
    }

    @Override
    public void fileCounts(int[] state, int at) {
        state[at + SIGN] |= COUNTS;
        checkFile(state, at);
    }

    @Override
    public void endFile(int[] state, int at) {
        if (!dfa.accepts(dfa.end(state[at + FILE]))) {
            settle(state, at, Verdict.FALSE);
        }
        dropFile(state, at);
    }

    @Override
    public void endCommand(int[] state, int at) {
        reset(state, at);
    }

    /** Enters only where the rest of the outer command matches: its argument is unknown. */
    @Override
    public void enter(int[] state, int at) {
        reset(state, at);
    }

    @Override
    public void leave(int[] state, int at) {
        state[at + COMMAND] = CommandDfa.MATCHED;
    }

    @Override
    public void fail(int[] state, int at) {
        settle(state, at, Verdict.UNKNOWN);
    }
}
