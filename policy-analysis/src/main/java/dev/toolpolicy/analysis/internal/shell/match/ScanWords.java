package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The words behind which a command may stand, found at the end of a text that is read one character after the other
 * (Aho and Corasick: Efficient string matching, 1975). A word counts if it begins at one of some places, which are kept
 * as a set of bits: bit n for the place n characters back. Immutable.
 */
final class ScanWords {
    static final int ROOT = 0;

    private static final Set<String> KEYWORDS = Set.of("then", "do", "else", "elif", "if", "while", "until", "!", "]]");

    static final ScanWords INSTANCE = new ScanWords();

    private final EdgeTable edges;
    private final int[] depths;
    /** The longest proper suffix that a word begins with. */
    private final int[] shorter;
    /** The lengths, as bits, of the words and of the wrappers that end at a node. */
    private final int[] words;

    private final int[] wrappers;

    private ScanWords() {
        Map<Long, Integer> targets = new HashMap<>();
        Map<String, Integer> nodes = new HashMap<>(Map.of("", ROOT)); // by the texts that lead to them
        Set<String> all = new TreeSet<>(KEYWORDS);
        all.addAll(Wrappers.NAMES);
        for (String word : all) {
            int node = ROOT;
            for (int i = 0; i < word.length(); i++) {
                int next = nodes.size();
                Integer known = nodes.putIfAbsent(word.substring(0, i + 1), next);
                int target = known == null ? next : known;
                targets.put(EdgeTable.edge(node, word.charAt(i)), target);
                node = target;
            }
        }
        edges = new EdgeTable(targets);
        int size = nodes.size();
        depths = new int[size];
        shorter = new int[size];
        words = new int[size];
        wrappers = new int[size];
        for (Map.Entry<String, Integer> entry : nodes.entrySet()) {
            String text = entry.getKey();
            int node = entry.getValue();
            depths[node] = text.length();
            shorter[node] = longestSuffix(text, nodes);
            words[node] = lengths(text, all);
            wrappers[node] = lengths(text, Wrappers.NAMES);
        }
    }

    private static int longestSuffix(String text, Map<String, Integer> nodes) {
        for (int i = 1; i < text.length(); i++) {
            Integer node = nodes.get(text.substring(i));
            if (node != null) {
                return node;
            }
        }
        return ROOT;
    }

    private static int lengths(String text, Set<String> words) {
        int lengths = 0;
        for (int i = 0; i < text.length(); i++) {
            lengths |= words.contains(text.substring(i)) ? 1 << text.length() - i : 0;
        }
        return lengths;
    }

    /** Returns the node behind one more character. */
    int next(int node, int codePoint) {
        int at = node;
        int target = edges.target(at, codePoint);
        while (target == EdgeTable.NOWHERE && at != ROOT) {
            at = shorter[at];
            target = edges.target(at, codePoint);
        }
        return target == EdgeTable.NOWHERE ? ROOT : target;
    }

    /** Returns the node without what was read before the first of some places. */
    int since(int node, int places) {
        int longest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(places);
        int at = node;
        while (depths[at] > Math.max(longest, 0)) {
            at = shorter[at];
        }
        return at;
    }

    /** Returns the places that still matter at a node. */
    int places(int node, int places) {
        return places & (2 << depths[node]) - 1;
    }

    /** Returns whether a word that began at one of some places ends at a node. */
    boolean isWord(int node, int places) {
        return (words[node] & places) != 0;
    }

    /** Returns whether a wrapper that began at one of some places ends at a node. */
    boolean isWrapper(int node, int places) {
        return (wrappers[node] & places) != 0;
    }
}
