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

/**
 * The positions in a set of patterns: a nondeterministic automaton of commands, in which each position has one symbol
 * and one position behind it. Names without a slash have a second copy, for the last part of a name with slashes.
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
    private int[] targets = new int[64];
    private int size;
    private final List<Integer> starts = new ArrayList<>();
    private final List<Integer> unassigned = new ArrayList<>();
    private final Map<Integer, Integer> paths = new HashMap<>();
    private final List<Integer> lastParts = new ArrayList<>();
    private final Map<Target, List<Integer>> files = new EnumMap<>(Target.class);
    private final BitSet anyFile = new BitSet();
    private final int[] distances;
    private final int[] least;

    /**
     * Creates the positions of a set.
     *
     * @param possible whether an unknown argument may stand for any others
     */
    PositionSet(List<CommandPattern> patterns, boolean possible) {
        add(PATH);
        for (CommandPattern pattern : patterns) {
            add(pattern);
        }
        if (size == 1) {
            targets[COMMON_PATH] = COMMON_PATH;
        }
        distances = distances(symbols, targets, size);
        least = computeLeast(possible);
    }

    private void add(CommandPattern pattern) {
        int first = size;
        Target target = pattern.target();
        if (target == Target.COMMAND) {
            starts.add(first);
        } else {
            files.computeIfAbsent(target, each -> new ArrayList<>()).add(first);
            if (pattern.words().get(0).isStar()) {
                anyFile.set(target.ordinal());
            }
        }
        List<PatternWord> words = pattern.words();
        for (int i = 0; i < words.size(); i++) {
            addWord(words.get(i));
        }
        add(pattern.rest() ? REST : FINISHED);
        if (pattern.hasName()) {
            if (pattern.assignments() == 0) {
                unassigned.add(first);
            }
            if (!pattern.name().has('/')) {
                addLastPart(pattern, first);
            }
        }
    }

    private void addWord(PatternWord word) {
        for (int i = 0; i < word.symbols().size(); i++) {
            add(i == word.equalsAt() ? ASSIGN : word.symbols().get(i));
        }
        add(END);
    }

    /** Adds the second copy of a name, whose end leads to the first copy's next word. */
    private void addLastPart(CommandPattern pattern, int first) {
        int name = first;
        for (PatternWord word : pattern.words().subList(0, pattern.assignments())) {
            name += word.symbols().size() + 1;
        }
        if (name == first) {
            paths.put(name, COMMON_PATH);
            lastParts.add(size);
        } else {
            paths.put(name, size);
            add(PATH);
        }
        for (int symbol : pattern.name().symbols()) {
            add(symbol == STAR ? PART_STAR : symbol);
        }
        add(END);
        targets[size - 1] = name + pattern.name().symbols().size() + 1;
    }

    private void add(int symbol) {
        if (size == symbols.length) {
            symbols = Arrays.copyOf(symbols, size * 2);
            targets = Arrays.copyOf(targets, size * 2);
        }
        symbols[size] = symbol;
        targets[size] = size + 1;
        size++;
    }

    int symbol(int position) {
        return symbols[position];
    }

    int target(int position) {
        return targets[position];
    }

    boolean isStar(int position) {
        return symbols[position] == STAR || symbols[position] == PART_STAR;
    }

    /** Returns the positions at the start of a command. */
    List<Integer> starts() {
        return starts;
    }

    /** Returns those of patterns without assignments. */
    List<Integer> unassigned() {
        return unassigned;
    }

    /** Returns the position of a path before a name, given the name's start; -1 if there is none. */
    int path(int nameStart) {
        return paths.getOrDefault(nameStart, -1);
    }

    List<Integer> files(Target target) {
        return files.getOrDefault(target, List.of());
    }

    /** Returns the numbers of the targets of which a pattern matches any file. */
    BitSet anyFile() {
        return anyFile;
    }

    /** Returns where the last parts of names begin behind a path. */
    List<Integer> behindPath(int path) {
        return path == COMMON_PATH ? lastParts : List.of(targets[path]);
    }

    /** Returns the number of characters from a position to the end of its pattern, if they are written as they are. */
    int distance(int position) {
        return distances[position];
    }

    /** Computes the distances, twice, since those of the last parts of names depend on positions before them. */
    private static int[] distances(int[] symbols, int[] targets, int size) {
        int[] distances = new int[size];
        for (int i = 2 * size - 1; i >= 0; i--) {
            int at = i % size;
            boolean last = symbols[at] == FINISHED || symbols[at] == REST;
            boolean free = symbols[at] == STAR || symbols[at] == PART_STAR;
            distances[at] = last ? 0 : distances[targets[at]] + (free ? 0 : 1);
        }
        return distances;
    }

    /**
     * Returns the least number of characters from a position to the end of its pattern, or fewer. The end of a word
     * counts one, unless it is the last; so does an unknown argument, which may stand for all others.
     */
    int least(int position) {
        return least[position];
    }

    private int[] computeLeast(boolean possible) {
        int[] all = new int[size];
        for (int i = 2 * size - 1; i >= 0; i--) {
            int at = i % size;
            int behind = isLast(at) ? 0 : all[targets[at]];
            all[at] = switch (symbols[at]) {
                case FINISHED, REST, STAR, PART_STAR -> behind;
                case END -> isLast(targets[at]) ? 0 : 1 + (possible ? Math.min(behind, 1) : behind);
                case ASSIGN -> 1 + (possible ? Math.min(behind, 1 + all[targets[endOfWord(at)]]) : behind);
                case PATH ->
                    1
                            + behindPath(at).stream()
                                    .mapToInt(part -> all[part])
                                    .min()
                                    .orElse(FAR);
                default -> 1 + behind;
            };
        }
        return all;
    }

    private boolean isLast(int position) {
        return symbols[position] == FINISHED || symbols[position] == REST;
    }

    /** Returns the end of the word of a position. */
    int endOfWord(int position) {
        int at = position;
        while (symbols[at] != END) {
            at = targets[at];
        }
        return at;
    }
}
