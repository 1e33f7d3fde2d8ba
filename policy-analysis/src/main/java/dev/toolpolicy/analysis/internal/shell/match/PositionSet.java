package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The positions in a set of patterns: a nondeterministic automaton of commands, in which each position has one symbol.
 * Patterns that begin alike share the positions of their beginnings, so that a thousand patterns behind {@code git *}
 * are at one position there. Names without a slash have a second copy, for the last part of a name with slashes.
 */
final class PositionSet {
    /** Any characters, or none. */
    static final int STAR = PatternWord.STAR;
    /** Any characters but a slash, or none. */
    static final int PART_STAR = -2;
    /** The end of a word. */
    static final int END = -3;
    /** The end of the command. */
    static final int FINISHED = -4;
    /** Any further words. */
    static final int REST = -5;
    /** The {@code =} of an assignment. */
    static final int ASSIGN = -6;
    /** Any part of a name before a slash, behind which the name's last part may begin. */
    static final int PATH = -7;

    /** The path before the names of all patterns without assignments. */
    private static final int COMMON_PATH = 0;

    /** A distance larger than any. */
    static final int FAR = Integer.MAX_VALUE / 4;

    private int[] symbols = new int[64];
    /** By position, those behind it. */
    private final List<List<Integer>> behind = new ArrayList<>();

    private final List<Integer> assigned = new ArrayList<>();
    private final List<Integer> unassigned = new ArrayList<>();
    private final Map<Integer, Integer> paths = new HashMap<>();
    private final Map<Target, List<Integer>> files = new EnumMap<>(Target.class);
    private final BitSet anyFile = new BitSet();
    /** The positions in words that begin with a folder. */
    private final BitSet inFolders = new BitSet();
    /** Those of them from the first star on. */
    private final BitSet confined = new BitSet();

    private final int[] distances;
    private final int[] least;

    /**
     * Creates the positions of a set.
     *
     * @param possible whether an unknown argument may stand for any others
     */
    PositionSet(List<CommandPattern> patterns, boolean possible) {
        add(new ArrayList<>(), PATH);
        patterns.forEach(this::add);
        distances = computeDistances();
        least = computeLeast(possible);
    }

    private void add(CommandPattern pattern) {
        Target target = pattern.target();
        List<PatternWord> words = pattern.words();
        List<Integer> at = pattern.assignments() > 0 ? assigned : unassigned;
        if (target != Target.COMMAND) {
            at = files.computeIfAbsent(target, each -> new ArrayList<>());
            anyFile.set(
                    target.ordinal(),
                    anyFile.get(target.ordinal()) || words.get(0).isStar());
        }
        for (int i = 0; i < words.size(); i++) {
            List<Integer> next = behind.get(addWord(at, words.get(i), STAR));
            if (pattern.hasName() && i == pattern.assignments() && !words.get(i).has('/')) {
                addLastPart(at, words.get(i), next);
            }
            at = next;
        }
        add(at, pattern.rest() ? REST : FINISHED);
    }

    /** Adds a word, and returns the position of its end. */
    private int addWord(List<Integer> start, PatternWord word, int star) {
        List<Integer> at = start;
        boolean isBelow = word.isBelowFolder();
        int first = word.symbols().indexOf(STAR);
        for (int i = 0; i < word.symbols().size(); i++) {
            int symbol = word.symbols().get(i);
            int taken = i == word.equalsAt() ? ASSIGN : symbol == STAR ? star : symbol;
            at = behind.get(add(at, taken, isBelow, isBelow && i >= first));
        }
        return add(at, END, isBelow, isBelow);
    }

    private int add(List<Integer> some, int symbol, boolean isInFolder, boolean isConfined) {
        int position = add(some, symbol);
        inFolders.set(position, isInFolder || inFolders.get(position));
        confined.set(position, isConfined);
        return position;
    }

    /** Adds the second copy of a name, whose end leads to the first copy's next word. */
    private void addLastPart(List<Integer> start, PatternWord name, List<Integer> next) {
        int first = add(start, name.symbols().get(0));
        int path = start == unassigned ? COMMON_PATH : paths.getOrDefault(first, behind.size());
        if (path == behind.size()) {
            add(new ArrayList<>(), PATH);
        }
        paths.put(first, path);
        behind.set(addWord(behind.get(path), name, PART_STAR), next);
    }

    /** Returns the position with a symbol among some, to which it is added if there is none. */
    private int add(List<Integer> some, int symbol) {
        for (int position : some) {
            if (symbols[position] == symbol) {
                return position;
            }
        }
        int fresh = behind.size();
        if (fresh == symbols.length) {
            symbols = Arrays.copyOf(symbols, fresh * 2);
        }
        symbols[fresh] = symbol;
        behind.add(new ArrayList<>());
        some.add(fresh);
        return fresh;
    }

    int symbol(int position) {
        return symbols[position];
    }

    /** Returns the positions behind one: of a path, where the last parts of names begin. */
    List<Integer> behind(int position) {
        return behind.get(position);
    }

    /** Returns the positions behind the word of one. */
    List<Integer> behindWord(int position) {
        List<Integer> open = new ArrayList<>(List.of(position));
        List<Integer> found = new ArrayList<>();
        while (!open.isEmpty()) {
            int at = open.remove(open.size() - 1);
            (symbols[at] == END ? found : open).addAll(behind.get(at));
        }
        return found;
    }

    boolean isStar(int position) {
        return symbols[position] == STAR || symbols[position] == PART_STAR;
    }

    /** Returns the positions at the start of a command, of patterns with assignments. */
    List<Integer> assigned() {
        return assigned;
    }

    /** Returns those of patterns without assignments. */
    List<Integer> unassigned() {
        return unassigned;
    }

    /** Returns the position of a path before a name, given the name's start; -1 if there is none. */
    int path(int nameStart) {
        return paths.getOrDefault(nameStart, -1);
    }

    /** Returns whether one of some positions is in a word that begins with a folder and has a star. */
    boolean isInFolder(int[] some) {
        for (int i = 0; i < some.length && !inFolders.isEmpty(); i++) {
            if (inFolders.get(some[i])) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a position is in such a word, and not before its first star. */
    boolean isConfined(int position) {
        return confined.get(position);
    }

    List<Integer> files(Target target) {
        return files.getOrDefault(target, List.of());
    }

    /** Returns the numbers of the targets of which a pattern matches any file. */
    BitSet anyFile() {
        return anyFile;
    }

    /** Returns the number of characters from a position to the end of its pattern, if they are written as they are. */
    int distance(int position) {
        return distances[position];
    }

    /** Computes the distances, twice, since those of the last parts of names depend on positions before them. */
    private int[] computeDistances() {
        int[] all = new int[behind.size()];
        for (int i = 2 * all.length - 1; i >= 0; i--) {
            int at = i % all.length;
            all[at] = isLast(at) ? 0 : least(behind.get(at), each -> all[each]) + (isStar(at) ? 0 : 1);
        }
        return all;
    }

    private static int least(List<Integer> positions, IntUnaryOperator ofPosition) {
        int least = FAR;
        for (int position : positions) {
            least = Math.min(least, ofPosition.applyAsInt(position));
        }
        return least;
    }

    /**
     * Returns the least number of characters from a position to the end of its pattern, or fewer. The end of a word
     * counts one, unless it is the last; so does an unknown argument, which may stand for all others.
     */
    int least(int position) {
        return least[position];
    }

    private int[] computeLeast(boolean possible) {
        int[] all = new int[behind.size()];
        for (int i = 2 * all.length - 1; i >= 0; i--) {
            int at = i % all.length;
            int next = isLast(at) ? 0 : least(behind.get(at), each -> all[each]);
            all[at] = switch (symbols[at]) {
                case FINISHED, REST, STAR, PART_STAR -> next;
                case END ->
                    least(
                            behind.get(at),
                            each -> isLast(each) ? 0 : 1 + (possible ? Math.min(all[each], 1) : all[each]));
                case ASSIGN -> 1 + (possible ? Math.min(next, 1 + least(behindWord(at), each -> all[each])) : next);
                default -> 1 + next;
            };
        }
        return all;
    }

    boolean isLast(int position) {
        return symbols[position] == FINISHED || symbols[position] == REST;
    }
}
