package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.Arrays;
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
    /** The root of files behind {@code <}, and of the delimiters of here-documents, whose sign ends with it. */
    static final int INPUTS = 3;

    private static final int ROOTS = 4;
    private static final char BLANK = ' ';
    /** The characters that end words or commands. */
    private static final String BETWEEN = " \t\n;&|";

    private static final String MARKS = "'\"\\";

    private final EdgeTable edges;
    private final BitSet ends = new BitSet();
    private final BitSet found = new BitSet();
    private final BitSet guessable = new BitSet();
    private final BitSet afterBlank = new BitSet();
    private final BitSet anyFile = new BitSet();

    /** The edges while they are added. */
    private final Map<Long, Integer> targets = new HashMap<>();
    /** The edge that leads to each node but the roots. A node's source has a smaller number. */
    private final long[] sources;

    private final int[] least;
    private final int restart;
    /** The number of nodes at which places may be at once, or one that is too large; 0 until it is requested. */
    private int together;

    ScanTrie(List<CommandPattern> patterns) {
        patterns.forEach(this::add);
        edges = new EdgeTable(targets);
        sources = new long[ROOTS + targets.size()];
        for (Map.Entry<Long, Integer> edge : targets.entrySet()) {
            sources[edge.getValue()] = edge.getKey();
        }
        targets.clear();
        least = computeLeast();
        restart = computeRestart();
    }

    private void add(CommandPattern pattern) {
        PatternWord first = pattern.words().get(0);
        switch (pattern.target()) {
            case OUTPUT -> addFile(first, OUTPUTS);
            case INPUT, HERE -> addFile(first, INPUTS);
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
        for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
            c = Character.codePointAt(text, i);
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
        return next == NOWHERE && (afterBlank.get(node) || isFile(node)) ? node : next;
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

    /** Returns the node before one that is not a root. */
    private int source(int node) {
        return (int) (sources[node] >>> Integer.SIZE);
    }

    private int[] computeLeast() {
        int[] all = new int[sources.length];
        Arrays.fill(all, PositionSet.FAR);
        for (int node = all.length - 1; node >= 0; node--) {
            int here = ends.get(node) || found.get(node) ? 0 : guessable.get(node) ? 1 : PositionSet.FAR;
            all[node] = Math.min(all[node], here);
            if (node >= ROOTS) {
                all[source(node)] = Math.min(all[source(node)], 1 + all[node]);
            }
        }
        return all;
    }

    private int computeRestart() {
        int nearest = Arrays.stream(least, 0, ROOTS).min().orElseThrow();
        // A new start may take a character that ends a word or a command, and is also the first of a text.
        return BETWEEN.chars().anyMatch(c -> next(COMMANDS, c) != NOWHERE) ? nearest : nearest + 1;
    }

    /** Returns the least number of characters from a node until a text is found. */
    int least(int node) {
        return least[node];
    }

    /** Returns the least number of characters until a text is found from a new start on, or fewer. */
    int restart() {
        return restart;
    }

    /** Returns whether there may be too many places at once. Of two places, one has read the end of the other. */
    boolean mayCrowd() {
        if (together == 0) {
            together = countTogether();
        }
        return together > Scan.PLACES;
    }

    /** Counts no further than needed: a long text of one letter would take much memory otherwise. */
    private int countTogether() {
        int[][] places = new int[sources.length][];
        int[] roots = new int[sources.length];
        int[] most = new int[ROOTS];
        for (int node = 0; node < sources.length; node++) {
            roots[node] = node < ROOTS ? node : roots[source(node)];
            places[node] =
                    node < ROOTS ? new int[] {node} : longer(places[source(node)], roots[node], (int) sources[node]);
            if (places[node].length > Scan.PLACES) {
                return places[node].length;
            }
            boolean unused = node >= OUTPUTS && node < ROOTS && !guessable.get(node);
            most[roots[node]] = unused ? 0 : Math.max(most[roots[node]], places[node].length);
        }
        return Arrays.stream(most).sum();
    }

    /** Returns the nodes behind one more character, and the root. */
    private int[] longer(int[] places, int root, int codePoint) {
        int[] longer = new int[places.length + 1];
        longer[0] = root;
        int size = 1;
        for (int place : places) {
            int next = next(place, codePoint);
            if (next != NOWHERE) {
                longer[size++] = next;
            }
        }
        return Arrays.copyOf(longer, size);
    }
}
