package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts that the scan searches for, as tries: the words of each pattern up to its first star, without marks and
 * with single blanks. Immutable.
 */
final class ScanTrie {
    static final int NOWHERE = EdgeTable.NOWHERE;
    /** The root of all commands. */
    static final int COMMANDS = 0;
    /** The root of commands that may stand behind a path. */
    static final int LAST_PARTS = 1;
    /** The root of files behind {@code >}. */
    static final int OUTPUTS = 2;
    /** The root of files behind {@code <}. */
    static final int INPUTS = 3;

    private static final int ROOTS = 4;
    private static final char BLANK = ' ';
    private static final String MARKS = "'\"\\";

    private final EdgeTable edges;
    private final BitSet ends = new BitSet();
    private final BitSet found = new BitSet();
    private final BitSet guessable = new BitSet();
    private final BitSet afterBlank = new BitSet();
    private final BitSet anyFile = new BitSet();

    /** The edges while they are added. */
    private final Map<Long, Integer> targets = new HashMap<>();

    ScanTrie(List<CommandPattern> patterns) {
        patterns.forEach(this::add);
        edges = new EdgeTable(targets);
        targets.clear();
    }

    private void add(CommandPattern pattern) {
        PatternWord first = pattern.words().get(0);
        switch (pattern.target()) {
            case OUTPUT -> addFile(first, OUTPUTS);
            case INPUT -> addFile(first, INPUTS);
            case COMMAND -> {
                addWords(COMMANDS, pattern.words());
                if (!first.isAssignment() && !first.has('/')) {
                    addWords(LAST_PARTS, pattern.words());
                }
            }
        }
    }

    private void addFile(PatternWord file, int root) {
        guessable.set(root);
        if (file.isStar()) {
            anyFile.set(root);
        } else {
            addWords(root, List.of(file));
        }
    }

    private void addWords(int root, List<PatternWord> words) {
        StringBuilder text = new StringBuilder();
        boolean star = false;
        for (int i = 0; i < words.size() && !star; i++) {
            PatternWord word = words.get(i);
            if (i > 0 && word.symbols().stream().findFirst().orElse(0) == PatternWord.STAR) {
                break;
            }
            star = word.has(PatternWord.STAR);
            text.append(i > 0 ? " " : "").append(word.start());
        }
        int node = addText(root, text);
        (star ? found : ends).set(node);
    }

    private int addText(int root, CharSequence text) {
        int node = root;
        boolean behindWord = false;
        for (int c : text.codePoints().toArray()) {
            boolean blank = c == BLANK || c == '\t';
            if (MARKS.indexOf(c) >= 0 || blank && afterBlank.get(node)) {
                continue;
            }
            if (behindWord) {
                guessable.set(node);
            }
            behindWord |= blank && node != root;
            int fresh = ROOTS + targets.size();
            Integer known = targets.putIfAbsent(EdgeTable.edge(node, blank ? BLANK : c), fresh);
            node = known == null ? fresh : known;
            afterBlank.set(node, blank);
        }
        return node;
    }

    /** Returns the node behind one more character, or {@link #NOWHERE}. */
    int next(int node, int codePoint) {
        return edges.target(node, codePoint);
    }

    /** Returns the node behind a blank, or {@link #NOWHERE}. */
    int nextBlank(int node) {
        int next = edges.target(node, BLANK);
        return next == NOWHERE && passesBlanks(node) ? node : next;
    }

    private boolean passesBlanks(int node) {
        return afterBlank.get(node) || isFile(node);
    }

    /** Returns whether a file is awaited behind its sign. */
    boolean isFile(int node) {
        return node == OUTPUTS || node == INPUTS;
    }

    /** Returns whether a text is complete at a node, if a word ends there. */
    boolean ends(int node) {
        return ends.get(node);
    }

    /** Returns whether a text is complete at a node, with anything that follows. */
    boolean isFound(int node) {
        return found.get(node);
    }

    /** Returns whether any file behind the sign is searched for. */
    boolean anyFile(int node) {
        return anyFile.get(node);
    }

    /** Returns whether a text counts as found if something stands there that the shell resolves. */
    boolean isGuessable(int node) {
        return guessable.get(node);
    }
}
