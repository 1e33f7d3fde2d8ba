package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * The subset construction of a {@link CommandDfa}. A command matches surely if its unknown words are only where a
 * pattern allows any further words. It matches possibly if there are words in place of the unknown ones with which it
 * does; then a name with slashes also counts as its last part, and assignments may stand before other patterns.
 */
final class CommandDfaBuilder {

    /** The kinds of states. The same positions mean different things in each. */
    private enum Kind {
        /** Before the name or an assignment. */
        START,
        /** In the name, or what may become an assignment. */
        NAME,
        /** In the value of an assignment. */
        VALUE,
        /** Between arguments. */
        GAP,
        /** In an argument or a file. */
        WORD
    }

    /** The parts of a path's component that tell whether it is {@code ..}, by their order. */
    private enum Component {
        OTHER,
        START,
        DOT,
        DOTS;

        Component behind(int c) {
            return c == '/' ? START : c == '.' && (this == START || this == DOT) ? values()[ordinal() + 1] : OTHER;
        }
    }

    /**
     * A state before its transitions are known.
     *
     * @param component the component that is being read in words that must stay in a folder; {@code OTHER} in all others
     */
    private record State(Kind kind, int[] positions, Component component) {}

    /** The average number of transitions of a state that are stored; in most sets it is little more than 1. */
    private static final int EDGES_OF_STATE = 4;
    /** An estimate of how much more a part adds behind a star. */
    private static final int FACTOR_OF_STAR = 16;

    private final PositionSet positions;
    /** The least distance of a pattern without assignments. */
    private final int unassigned;

    private final boolean possible;
    private final int limit;
    private final List<CommandPattern> patterns;
    private final Map<IntKey, Integer> numbers = new HashMap<>();
    private final List<State> states = new ArrayList<>();
    private final Map<Long, Integer> edges = new HashMap<>();
    /** The row of each state. */
    private final List<int[]> rows = new ArrayList<>();

    private CommandDfaBuilder(List<CommandPattern> patterns, boolean possible, int limit) {
        this.patterns = patterns;
        this.positions = new PositionSet(patterns, possible);
        this.unassigned =
                positions.unassigned().stream().mapToInt(positions::least).min().orElse(PositionSet.FAR);
        this.possible = possible;
        this.limit = limit;
    }

    /**
     * Builds the automaton of the commands that one of some patterns matches.
     *
     * @param possible true to match possibly, false to match surely
     * @param limit the number of states
     * @throws CommandsTooLargeException if it would have more states
     */
    static CommandDfa of(List<CommandPattern> patterns, boolean possible, int limit) {
        return new CommandDfaBuilder(patterns, possible, limit).build();
    }

    private CommandDfa build() {
        states.add(new State(Kind.WORD, new int[0], Component.OTHER));
        states.add(new State(Kind.WORD, new int[0], Component.OTHER));
        rows.add(new int[] {0, 0, 0, 0, 0, PositionSet.FAR, PositionSet.FAR});
        rows.add(new int[] {1, 1, 1, 1, 1, 0, 0});
        List<Integer> starts = new ArrayList<>(positions.assigned());
        starts.addAll(positions.unassigned());
        number(Kind.START, sorted(starts), true);
        int[] files = new int[Target.values().length];
        for (Target target : Target.values()) {
            files[target.ordinal()] = number(Kind.WORD, close(sorted(positions.files(target))), false);
        }
        BitSet accepting = new BitSet();
        accepting.set(CommandDfa.MATCHED);
        for (int state = CommandDfa.START; state < states.size(); state++) {
            State from = states.get(state);
            rows.add(new int[] {
                characters(state, from),
                begin(from),
                end(from),
                from.kind() == Kind.NAME ? assign(from) : CommandDfa.DEAD,
                possible ? unknown(from) : CommandDfa.DEAD,
                least(from),
                least(from, PositionSet.FAR, positions::distance)
            });
            accepting.set(state, accepts(from));
        }
        return new CommandDfa(new EdgeTable(edges), rows.toArray(int[][]::new), accepting, files, positions.anyFile());
    }

    /**
     * Returns the least number of characters from a state. Behind an assignment, patterns without any are possible too,
     * and an unknown argument may stand for all others.
     */
    private int least(State state) {
        boolean assignment = possible && (state.kind() == Kind.NAME || state.kind() == Kind.VALUE);
        boolean argument = possible && state.kind() == Kind.GAP;
        return least(state, assignment ? 1 + unassigned : argument ? 1 : PositionSet.FAR, positions::least);
    }

    private static int least(State state, int most, IntUnaryOperator ofPosition) {
        int least = most;
        for (int position : state.positions()) {
            least = Math.min(least, ofPosition.applyAsInt(position));
        }
        return least;
    }

    private boolean accepts(State state) {
        boolean between = state.kind() == Kind.START || state.kind() == Kind.GAP;
        return between && has(state.positions(), PositionSet.FINISHED);
    }

    private boolean has(int[] set, int symbol) {
        for (int position : set) {
            if (positions.symbol(position) == symbol) {
                return true;
            }
        }
        return false;
    }

    private int number(Kind kind, int[] set, boolean isFirst) {
        return number(kind, set, isFirst, Component.OTHER);
    }

    private int number(Kind kind, int[] set, boolean isFirst, Component component) {
        if (!isFirst && set.length == 0 && (!possible || kind == Kind.GAP || kind == Kind.WORD)) {
            return CommandDfa.DEAD;
        } else if (has(set, PositionSet.REST)) {
            return CommandDfa.MATCHED;
        }
        int[] key = Arrays.copyOf(set, set.length + 1);
        key[set.length] = kind.ordinal() * Component.values().length + component.ordinal();
        int fresh = states.size();
        Integer known = numbers.putIfAbsent(new IntKey(key), fresh);
        if (known != null) {
            return known;
        } else if (fresh >= limit) {
            throw new CommandsTooLargeException(largest(), limit);
        }
        states.add(new State(kind, set, component));
        return fresh;
    }

    /** Returns the pattern with the most parts, of which those behind a star inside of words count most. */
    private CommandPattern largest() {
        return patterns.stream()
                .max(Comparator.comparingInt(CommandDfaBuilder::size))
                .orElseThrow();
    }

    /** Returns the number of parts; those behind a star count several times, since other patterns go on beside it. */
    private static int size(CommandPattern pattern) {
        int size = 0;
        int factor = 1;
        for (PatternWord word : pattern.words()) {
            for (int symbol : word.symbols()) {
                factor = symbol == PatternWord.STAR ? FACTOR_OF_STAR : factor;
                size += factor;
            }
            size += factor;
        }
        return size;
    }

    /** Adds the transitions of a state by characters. Returns the target of all others. */
    private int characters(int state, State from) {
        if (from.kind() == Kind.START || from.kind() == Kind.GAP) {
            return CommandDfa.DEAD;
        }
        List<Integer> stars = new ArrayList<>();
        Map<Integer, List<Integer>> byCharacter = new HashMap<>();
        boolean slash = false;
        boolean isInFolder = isInFolder(from.positions());
        for (int p : from.positions()) {
            int symbol = positions.symbol(p);
            if (symbol >= 0 && !(symbol == '/' && isClimbing(from, p))) {
                byCharacter.computeIfAbsent(symbol, c -> new ArrayList<>()).addAll(positions.behind(p));
            } else if (positions.isStar(p) || symbol == PositionSet.PATH) {
                stars.add(p);
                slash |= symbol != PositionSet.STAR;
            }
        }
        if (slash || isInFolder) {
            byCharacter.computeIfAbsent((int) '/', c -> new ArrayList<>());
        }
        if (isInFolder) {
            byCharacter.computeIfAbsent((int) '.', c -> new ArrayList<>());
        }
        for (Map.Entry<Integer, List<Integer>> behind : byCharacter.entrySet()) {
            int c = behind.getKey();
            for (int p : stars) {
                if (c != '/' || !isClimbing(from, p)) {
                    follow(p, c, behind.getValue());
                }
            }
            edges.put(EdgeTable.edge(state, c), inWord(from, behind.getValue(), c));
            if (edges.size() > limit * EDGES_OF_STATE) {
                throw new CommandsTooLargeException(largest(), limit);
            }
        }
        return inWord(from, stars, 0);
    }

    /** Returns the state behind a character of a word. */
    private int inWord(State from, List<Integer> targets, int c) {
        int[] set = close(sorted(targets));
        return number(
                from.kind(), set, false, isInFolder(set) ? from.component().behind(c) : Component.OTHER);
    }

    private boolean isInFolder(int[] set) {
        return !possible && positions.isInFolder(set);
    }

    /** Returns whether a position is lost where the component ends, since that is {@code ..} behind a star. */
    private boolean isClimbing(State from, int position) {
        return from.component() == Component.DOTS && positions.isConfined(position);
    }

    /** Adds where a position that takes many characters can be behind one of them. */
    private void follow(int position, int c, List<Integer> targets) {
        int symbol = positions.symbol(position);
        if (symbol != PositionSet.PART_STAR || c != '/') {
            targets.add(position);
        }
        if (symbol == PositionSet.PATH && c == '/') {
            targets.addAll(positions.behind(position));
        }
    }

    private int begin(State from) {
        if (from.kind() == Kind.GAP) {
            List<Integer> more = new ArrayList<>();
            for (int position : from.positions()) {
                if (positions.symbol(position) != PositionSet.FINISHED) {
                    more.add(position);
                }
            }
            return number(Kind.WORD, close(sorted(more)), false);
        } else if (from.kind() != Kind.START) {
            return CommandDfa.DEAD;
        }
        List<Integer> set = new ArrayList<>();
        for (int position : from.positions()) {
            set.add(position);
            if (possible && positions.path(position) >= 0) {
                set.add(positions.path(position));
            }
        }
        return number(Kind.NAME, close(sorted(set)), false);
    }

    private int end(State from) {
        if (from.kind() == Kind.START || from.kind() == Kind.GAP) {
            return CommandDfa.DEAD;
        }
        List<Integer> ended = behind(from, PositionSet.END);
        return from.kind() == Kind.VALUE ? assigned(ended) : number(Kind.GAP, sorted(ended), false);
    }

    /** Returns where a state can be behind a symbol. */
    private List<Integer> behind(State from, int symbol) {
        List<Integer> targets = new ArrayList<>();
        for (int position : from.positions()) {
            if (positions.symbol(position) == symbol && !(symbol == PositionSet.END && isClimbing(from, position))) {
                targets.addAll(positions.behind(position));
            }
        }
        return targets;
    }

    /** Returns the state behind an assignment. */
    private int assigned(List<Integer> ended) {
        List<Integer> all = new ArrayList<>(ended);
        if (possible) {
            all.addAll(positions.unassigned());
        }
        return number(Kind.START, sorted(all), false);
    }

    private int assign(State from) {
        return number(Kind.VALUE, close(sorted(behind(from, PositionSet.ASSIGN))), false);
    }

    private int unknown(State from) {
        if (from.kind() == Kind.VALUE) {
            List<Integer> behind = new ArrayList<>();
            for (int position : from.positions()) {
                behind.addAll(positions.behindWord(position));
            }
            return assigned(behind);
        }
        return from.kind() == Kind.GAP ? number(Kind.GAP, sorted(wordsFrom(from)), false) : CommandDfa.DEAD;
    }

    /** Returns where patterns can be behind an unknown word: at the start of each further word, and at their ends. */
    private Set<Integer> wordsFrom(State gap) {
        Set<Integer> starts = new HashSet<>();
        List<Integer> open = Arrays.stream(gap.positions()).boxed().collect(Collectors.toCollection(ArrayList::new));
        while (!open.isEmpty()) {
            int at = open.remove(open.size() - 1);
            if (starts.add(at) && !positions.isLast(at)) {
                open.addAll(positions.behindWord(at));
            }
        }
        return starts;
    }

    /** Adds the positions behind stars. */
    private int[] close(int[] set) {
        List<Integer> all = new ArrayList<>();
        for (int position : set) {
            all.add(position);
            if (positions.isStar(position)) {
                all.addAll(positions.behind(position));
            }
        }
        return all.size() == set.length ? set : sorted(all);
    }

    /** Sorts numbers, and returns each once. Streams would take longer than all else here. */
    private static int[] sorted(Collection<Integer> set) {
        int[] numbers = new int[set.size()];
        int size = 0;
        for (int number : set) {
            numbers[size++] = number;
        }
        Arrays.sort(numbers);
        size = 0;
        for (int number : numbers) {
            if (size == 0 || numbers[size - 1] != number) {
                numbers[size++] = number;
            }
        }
        return Arrays.copyOf(numbers, size);
    }
}
