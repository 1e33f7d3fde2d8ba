package dev.toolpolicy.analysis.internal.shell.match;

/** A condition on which commands possibly match one of some patterns. */
abstract sealed class PossibleCommands extends Condition permits AllCommands, SomeCommand {
    /** The number of ints that the next condition in this family adds its own to. */
    static final int OWN = SHARED + 3;

    /** The state before the argument, or before the value of the assignment. */
    private static final int BEFORE = SHARED;

    private static final int UNKNOWN = SHARED + 1;
    /** In a substitution, 1 more than the state before the argument in which it stands. */
    private static final int OUTER = SHARED + 2;

    PossibleCommands(CommandDfa dfa) {
        super(dfa);
    }

    /** Receives that a pattern matches, with anything that follows in the command. */
    abstract void matched(int[] state, int at);

    /** Receives the end of a command or a file. */
    abstract void ends(int[] state, int at, boolean matches);

    @Override
    final void reset(int[] state, int at) {
        super.reset(state, at);
        state[at + BEFORE] = 0;
        state[at + UNKNOWN] = 0;
        state[at + OUTER] = 0;
    }

    @Override
    final int distance(int[] state, int at) {
        return Math.min(dfa.distance(state[at + COMMAND]), 1 + dfa.distance(CommandDfa.START));
    }

    /** Returns whether no word of the command was begun. */
    static boolean isBetween(int[] state, int at) {
        return state[at + COMMAND] == CommandDfa.START;
    }

    /** Returns the least number of characters, or fewer, to the end of the command if it is to match. */
    final int ofCommand(int[] state, int at) {
        boolean unknown = state[at + UNKNOWN] != 0;
        int without = dfa.least(dfa.unknown(state[at + BEFORE]));
        return Math.min(dfa.least(state[at + COMMAND]), unknown ? without : 1 + without);
    }

    /** Returns the least number of characters, or fewer, until a file matches. */
    final int ofFile(int[] state, int at) {
        return Math.min(dfa.hasFiles() ? 1 : PositionSet.FAR, dfa.least(state[at + FILE]));
    }

    /** Returns the least number of characters to the end of a command that matches. */
    final int ofAnother() {
        return dfa.least(CommandDfa.START);
    }

    /** Returns whether the command that is being read stands in a substitution. */
    static boolean isInner(int[] state, int at) {
        return state[at + OUTER] != 0;
    }

    /** Returns the least number of characters, or fewer, to the end of the command around a substitution. */
    final int ofOuter(int[] state, int at) {
        return isInner(state, at) ? dfa.least(dfa.unknown(state[at + OUTER] - 1)) : PositionSet.FAR;
    }

    /** Forgets all commands: from now on, none matches. */
    static void giveUp(int[] state, int at) {
        state[at + COMMAND] = CommandDfa.DEAD;
    }

    @Override
    final void go(int[] state, int at, int command) {
        state[at + COMMAND] = command;
        if (command == CommandDfa.MATCHED) {
            matched(state, at);
        }
    }

    @Override
    public void beginArgument(int[] state, int at) {
        state[at + BEFORE] = state[at + COMMAND];
        super.beginArgument(state, at);
    }

    @Override
    public void assign(int[] state, int at) {
        super.assign(state, at);
        state[at + BEFORE] = state[at + COMMAND];
    }

    @Override
    public void unknown(int[] state, int at) {
        state[at + UNKNOWN] = 1;
        state[at + COMMAND] = CommandDfa.DEAD;
    }

    @Override
    public void endAssignment(int[] state, int at) {
        endWord(state, at);
    }

    @Override
    public void endArgument(int[] state, int at) {
        endWord(state, at);
    }

    private void endWord(int[] state, int at) {
        boolean unknown = state[at + UNKNOWN] != 0;
        int next = unknown ? dfa.unknown(state[at + BEFORE]) : dfa.end(state[at + COMMAND]);
        state[at + BEFORE] = 0;
        state[at + UNKNOWN] = 0;
        go(state, at, next);
    }

    @Override
    public void unknownFile(int[] state, int at) {
        boolean any = dfa.files()[state[at + SIGN]] != CommandDfa.DEAD;
        state[at + FILE] = any ? CommandDfa.MATCHED : CommandDfa.DEAD;
    }

    @Override
    public void endFile(int[] state, int at) {
        boolean matches = dfa.accepts(dfa.end(state[at + FILE]));
        dropFile(state, at);
        ends(state, at, matches);
    }

    @Override
    public void endCommand(int[] state, int at) {
        boolean matches = dfa.accepts(state[at + COMMAND]);
        int outer = state[at + OUTER];
        reset(state, at);
        state[at + OUTER] = outer;
        ends(state, at, matches);
    }

    @Override
    public void enter(int[] state, int at) {
        int outer = 1 + state[at + BEFORE];
        reset(state, at);
        state[at + OUTER] = outer;
    }

    @Override
    public void leave(int[] state, int at) {
        state[at + COMMAND] = CommandDfa.DEAD;
        state[at + BEFORE] = state[at + OUTER] - 1;
        state[at + UNKNOWN] = 1;
        state[at + OUTER] = 0;
    }
}
