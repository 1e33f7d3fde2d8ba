package dev.toolpolicy.analysis.internal.shell.match;

/** The condition that the text is plain and every command possibly matches. Otherwise it is false, or unknown. */
final class AllCommands extends PossibleCommands {
    private static final int MISSED = OWN;

    AllCommands(CommandDfa dfa) {
        super(dfa);
    }

    @Override
    int size() {
        return MISSED + 1;
    }

    @Override
    void start(int[] state, int at) {
        super.start(state, at);
        state[at + MISSED] = 0;
    }

    @Override
    int least(int[] state, int at, Ahead ahead) {
        int own = isBetween(state, at) && ahead.mayEnd() ? 0 : ofCommand(state, at) - ahead.command();
        return isInner(state, at) ? Math.max(own, ofOuter(state, at)) : own;
    }

    @Override
    boolean mayBe(Verdict verdict, int[] state, int at) {
        return verdict != Verdict.TRUE
                || state[at + MISSED] == 0
                        && ofCommand(state, at) < PositionSet.FAR
                        && !(isInner(state, at) && ofOuter(state, at) >= PositionSet.FAR);
    }

    @Override
    void matched(int[] state, int at) {}

    @Override
    void ends(int[] state, int at, boolean matches) {
        state[at + MISSED] |= matches ? 0 : 1;
        if (state[at + MISSED] != 0) {
            giveUp(state, at);
        }
    }

    @Override
    public void fail(int[] state, int at) {
        settle(state, at, Verdict.UNKNOWN);
    }

    @Override
    void end(int[] state, int at) {
        settle(state, at, state[at + MISSED] == 0 ? Verdict.TRUE : Verdict.FALSE);
    }
}
