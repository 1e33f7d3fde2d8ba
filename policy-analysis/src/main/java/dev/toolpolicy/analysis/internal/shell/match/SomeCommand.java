package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.WordTrie;
import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import java.util.Arrays;

/**
 * The condition that some command possibly matches. Two scans help where commands can't be read: one from the start of
 * each command, which counts if the text turns out not to be plain there; and one from behind the name of a wrapper, or
 * an option that runs a command, to the end of the command. The condition is unknown if the text isn't plain and
 * nothing is found.
 */
final class SomeCommand extends PossibleCommands {
    private static final WordTrie WRAPPERS = WordTrie.of(Wrappers.NAMES);
    private static final WordTrie OPTIONS = WordTrie.of(Wrappers.OPTIONS);

    private static final int WORD = OWN;
    private static final int PHASE = OWN + 1;
    private static final int IN_NAME = 1;
    private static final int IN_ARGUMENT = 2;
    private static final int FAILED = OWN + 2;
    /** 1 if the first scan has found something in the command. */
    private static final int FOUND = OWN + 3;

    private static final int SCAN = OWN + 4;
    /** 1 while the second scan runs. */
    private static final int WRAPPED = SCAN + Scan.SIZE;

    private static final int INNER = WRAPPED + 1;
    /** 1 in a substitution if the second scan runs for the command around it. */
    private static final int KEPT = INNER + Scan.SIZE;

    private final Scan scan;
    private final boolean searches;

    /**
     * Creates the condition.
     *
     * @param searches true to search texts that are not plain; false to leave all of them unknown
     */
    SomeCommand(CommandDfa dfa, Scan scan, boolean searches) {
        super(dfa);
        this.scan = scan;
        this.searches = searches;
    }

    @Override
    Condition withoutSearch() {
        return new SomeCommand(dfa, scan, false);
    }

    @Override
    int size() {
        return KEPT + 1;
    }

    @Override
    void start(int[] state, int at) {
        super.start(state, at);
        state[at + FAILED] = 0;
        state[at + KEPT] = 0;
        restart(state, at);
    }

    /** Forgets what belongs to the command. */
    private void restart(int[] state, int at) {
        state[at + WORD] = 0;
        state[at + PHASE] = 0;
        state[at + FOUND] = 0;
        if (searches) {
            scan.start(state, at + SCAN, false);
        }
        unwrap(state, at);
    }

    private static void unwrap(int[] state, int at) {
        state[at + WRAPPED] = 0;
        Arrays.fill(state, at + INNER, at + INNER + Scan.SIZE, 0);
    }

    @Override
    int least(int[] state, int at, Ahead ahead) {
        boolean failed = state[at + FAILED] != 0;
        int unread = PositionSet.FAR;
        if (searches) {
            int searched = state[at + FOUND] != 0 ? 0 : scan.least(state, at + SCAN, false);
            unread = Math.max(searched, failed || ahead.fails() ? 0 : 1);
        }
        if (failed) {
            return unread;
        }
        int wrapped = state[at + WRAPPED] != 0 ? scan.least(state, at + INNER, ahead.blank()) : scan.restart();
        int own = Math.min(ofCommand(state, at) - ahead.command(), ofFile(state, at) - ahead.command());
        int read = Math.min(Math.min(own, ofOuter(state, at)), 1 + ofAnother() - ahead.next());
        return Math.min(Math.min(unread, wrapped), read);
    }

    @Override
    boolean mayBe(Verdict verdict, int[] state, int at) {
        return verdict != Verdict.FALSE || state[at + FAILED] == 0;
    }

    @Override
    void raw(int[] state, int at, int codePoint) {
        if (searches && state[at + FOUND] == 0 && scan.step(state, at + SCAN, codePoint, false)) {
            state[at + FOUND] = 1;
            Arrays.fill(state, at + SCAN, at + SCAN + Scan.SIZE, 0);
        }
        boolean inner = state[at + WRAPPED] != 0 && scan.step(state, at + INNER, codePoint, true);
        if (inner || state[at + FOUND] != 0 && state[at + FAILED] != 0) {
            settle(state, at, Verdict.TRUE);
        }
    }

    @Override
    void end(int[] state, int at) {
        boolean failed = state[at + FAILED] != 0;
        if (failed && searches && (state[at + FOUND] != 0 || scan.end(state, at + SCAN))) {
            settle(state, at, Verdict.TRUE);
        }
        settle(state, at, failed ? Verdict.UNKNOWN : Verdict.FALSE);
    }

    @Override
    void matched(int[] state, int at) {
        settle(state, at, Verdict.TRUE);
    }

    @Override
    void ends(int[] state, int at, boolean matches) {
        if (matches) {
            settle(state, at, Verdict.TRUE);
        }
    }

    @Override
    public void beginName(int[] state, int at) {
        super.beginName(state, at);
        state[at + PHASE] = IN_NAME;
        state[at + WORD] = WordTrie.ROOT;
    }

    @Override
    public void beginArgument(int[] state, int at) {
        super.beginArgument(state, at);
        state[at + PHASE] = IN_ARGUMENT;
        state[at + WORD] = WordTrie.ROOT;
    }

    @Override
    public void character(int[] state, int at, int codePoint) {
        super.character(state, at, codePoint);
        int word = state[at + WORD];
        if (state[at + PHASE] == IN_ARGUMENT) {
            state[at + WORD] = OPTIONS.next(word, codePoint);
        } else {
            state[at + WORD] = codePoint == '/' ? WordTrie.ROOT : WRAPPERS.next(word, codePoint);
        }
    }

    @Override
    public void unknown(int[] state, int at) {
        super.unknown(state, at);
        state[at + WORD] = WordTrie.LOST;
    }

    @Override
    public void endName(int[] state, int at) {
        super.endName(state, at);
        leave(state, at, WRAPPERS);
    }

    @Override
    public void endAssignment(int[] state, int at) {
        super.endAssignment(state, at);
        state[at + WORD] = 0;
        state[at + PHASE] = 0;
    }

    @Override
    public void endArgument(int[] state, int at) {
        super.endArgument(state, at);
        leave(state, at, OPTIONS);
    }

    private void leave(int[] state, int at, WordTrie words) {
        if (words.value(state[at + WORD]) != 0 && state[at + WRAPPED] == 0) {
            state[at + WRAPPED] = 1;
            scan.start(state, at + INNER, true);
        }
        state[at + WORD] = 0;
        state[at + PHASE] = 0;
    }

    @Override
    public void endCommand(int[] state, int at) {
        if (state[at + WRAPPED] != 0 && scan.end(state, at + INNER)) {
            settle(state, at, Verdict.TRUE);
        }
        super.endCommand(state, at);
        if (!isInner(state, at)) {
            restart(state, at);
        } else if (state[at + KEPT] == 0) {
            unwrap(state, at);
        }
    }

    /** Enters a substitution. The first scan goes on, since the command around it isn't read yet. */
    @Override
    public void enter(int[] state, int at) {
        super.enter(state, at);
        state[at + KEPT] = state[at + WRAPPED];
    }

    @Override
    public void leave(int[] state, int at) {
        super.leave(state, at);
        state[at + WORD] = WordTrie.LOST;
        state[at + PHASE] = IN_ARGUMENT;
        state[at + KEPT] = 0;
    }

    @Override
    public void fail(int[] state, int at) {
        if (state[at + FOUND] != 0 || !searches) {
            settle(state, at, searches ? Verdict.TRUE : Verdict.UNKNOWN);
        }
        reset(state, at);
        state[at + WORD] = 0;
        state[at + PHASE] = 0;
        state[at + FAILED] = 1;
        state[at + KEPT] = 0;
        unwrap(state, at);
    }
}
