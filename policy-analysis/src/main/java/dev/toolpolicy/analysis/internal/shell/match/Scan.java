package dev.toolpolicy.analysis.internal.shell.match;

import java.util.Arrays;

/**
 * The search for commands in a text that may not be plain. It says too much rather than too little. It follows several
 * places at once where one of the texts may stand; more than {@value #PLACES} at once count as found. Its state is kept
 * in an array of the caller. Immutable.
 */
final class Scan {
    static final int PLACES = 6;

    /** The number of ints that the scan keeps in a state. */
    static final int SIZE = ScanControl.SIZE + 1 + PLACES;

    private static final int COUNT = ScanControl.SIZE;
    private static final int FIRST = COUNT + 1;
    private static final int DEAD = ScanTrie.NOWHERE;
    private static final int FOUND = DEAD - 1;
    private static final String GUESSED = "$*?[~{`";

    private final ScanTrie trie;
    private final boolean hasOutputs;
    private final boolean hasInputs;

    Scan(ScanTrie trie) {
        this.trie = trie;
        hasOutputs = trie.isGuessable(ScanTrie.OUTPUTS);
        hasInputs = trie.isGuessable(ScanTrie.INPUTS);
    }

    /** Starts a scan. */
    void start(int[] state, int at, boolean wild) {
        ScanControl.start(state, at, wild);
        Arrays.fill(state, at + COUNT, at + SIZE, 0);
        state[at + COUNT] = 1;
        state[at + FIRST] = ScanTrie.COMMANDS;
    }

    /**
     * Reads one character.
     *
     * @param forced true if the scan stays wild
     * @return true if a text is found; then the state must be started again before it is used again
     */
    boolean step(int[] state, int at, int c, boolean forced) {
        int control = ScanControl.step(state, at, c, forced);
        int count = state[at + COUNT];
        state[at + COUNT] = 0;
        for (int i = 0; i < count; i++) {
            int next = next(state[at + FIRST + i], c, control & ScanControl.CLASS);
            if (next == FOUND) {
                return true;
            } else if (next != DEAD) {
                add(state, at, next);
            }
        }
        Arrays.fill(state, at + FIRST + state[at + COUNT], at + FIRST + count, 0);
        return begin(state, at, c, control);
    }

    /** Returns whether a text is found if the scan ends here. */
    boolean end(int[] state, int at) {
        for (int i = 0; i < state[at + COUNT]; i++) {
            if (trie.ends(state[at + FIRST + i])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the least number of characters until a text is found, or fewer.
     *
     * @param blank true if a blank that doesn't count comes before the next character
     */
    int least(int[] state, int at, boolean blank) {
        int least = Math.min(restart() - (blank ? 1 : 0), untilCrowded(state[at + COUNT] + (blank ? 1 : 0)));
        for (int i = 0; i < state[at + COUNT]; i++) {
            int node = state[at + FIRST + i];
            boolean passed = blank && trie.next(node, ' ') != ScanTrie.NOWHERE;
            least = Math.min(least, trie.least(node) - (passed ? 1 : 0));
        }
        return least;
    }

    /** Returns the least number of characters, or fewer, until there may be too many places: two may begin at once. */
    private int untilCrowded(int count) {
        return trie.mayCrowd() ? (PLACES - count) / 2 : PositionSet.FAR;
    }

    /** Returns the least number of characters until a text is found behind a new start, or fewer. */
    int restart() {
        return Math.min(trie.restart(), 1 + untilCrowded(1));
    }

    private int next(int node, int c, int type) {
        if (type == ScanControl.MARK) {
            return trie.ends(node) || trie.anyFile(node) ? FOUND : node;
        } else if (type == ScanControl.BLANK) {
            int next = trie.nextBlank(node);
            return trie.ends(node) || next >= 0 && trie.isFound(next) ? FOUND : next;
        }
        boolean passes = trie.isFile(node) && (c == '>' || c == '|');
        boolean any = trie.anyFile(node) && !passes && c != '&';
        boolean ended = type == ScanControl.SEPARATOR && trie.ends(node);
        if (any || ended || trie.isGuessable(node) && GUESSED.indexOf(c) >= 0) {
            return FOUND;
        }
        int next = trie.next(node, c);
        if (next >= 0 && trie.isFound(next)) {
            return FOUND;
        }
        return next == ScanTrie.NOWHERE && passes ? node : next;
    }

    /** Adds the places where a text begins behind a character. */
    private boolean begin(int[] state, int at, int c, int control) {
        boolean found = false;
        if (c == '>' && hasOutputs) {
            found = beginAt(state, at, ScanTrie.OUTPUTS);
        } else if (c == '<' && hasInputs) {
            found = beginAt(state, at, ScanTrie.INPUTS);
        }
        if ((control & ScanControl.START) != 0) {
            found |= beginAt(state, at, ScanTrie.COMMANDS);
        } else if ((control & ScanControl.LAST_PART) != 0) {
            found = beginAt(state, at, ScanTrie.LAST_PARTS);
        }
        return found;
    }

    private boolean beginAt(int[] state, int at, int root) {
        return trie.isFound(root) || !add(state, at, root);
    }

    /** Adds a place, in ascending order. Returns false if there are too many. */
    private static boolean add(int[] state, int at, int node) {
        int count = state[at + COUNT];
        int i = 0;
        while (i < count && state[at + FIRST + i] < node) {
            i++;
        }
        if (i < count && state[at + FIRST + i] == node) {
            return true;
        } else if (count == PLACES) {
            return false;
        }
        System.arraycopy(state, at + FIRST + i, state, at + FIRST + i + 1, count - i);
        state[at + FIRST + i] = node;
        state[at + COUNT] = count + 1;
        return true;
    }
}
