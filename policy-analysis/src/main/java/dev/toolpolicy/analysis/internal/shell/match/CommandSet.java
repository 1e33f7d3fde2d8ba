package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandCover;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A set of patterns of shell commands, compiled once to as few tables as possible. Immutable and thread-safe.
 *
 * <p>A command line that a model wants to run is a program in a language that few people know well. So a line is read
 * only as far as bash, dash and zsh agree about it: a line that the reader understands is <em>plain</em>, and anything
 * else (loops, functions, comments and so on) is not. Rules that allow ask for {@link #every} command of a
 * plain line. Stricter rules ask for {@link #some} command, and search lines that are not plain as well as they can.
 */
public final class CommandSet {
    /** The limit of each of a set's automata: ample for 1,500 patterns with 8,000 distinct words. */
    public static final int MOST_STATES = 200_000;

    /** The limit of the automaton of several sets at once. */
    private static final int MOST_COMMON_STATES = 10_000;

    private final List<CommandPattern> patterns;
    /** The characters that the machines distinguish; null until asked for, as single lines don't need it. */
    private volatile @Nullable Alphabet alphabet;

    /**
     * Creates a set.
     *
     * @param patterns the patterns; one that is written twice counts once
     */
    public CommandSet(List<CommandPattern> patterns) {
        this.patterns = List.copyOf(new LinkedHashSet<>(patterns));
    }

    /**
     * Reads a set.
     *
     * @param patterns the patterns as people write them
     * @throws TextSyntaxException if one is not a pattern
     */
    public static CommandSet of(List<String> patterns) {
        return new CommandSet(patterns.stream().map(CommandPattern::of).toList());
    }

    /** Returns the characters that the machines of this set distinguish. */
    Alphabet alphabet() {
        Alphabet known = alphabet;
        if (known == null) {
            known = distinguishing();
            alphabet = known;
        }
        return known;
    }

    /** Returns the characters that the patterns, the reader and the scan distinguish, and some others. */
    private Alphabet distinguishing(int... others) {
        Set<Integer> characters = new LinkedHashSet<>();
        for (int c = 'a'; c <= 'z'; c++) {
            characters.add(c);
        }
        characters.add((int) '-');
        characters.add((int) '+');
        for (CommandPattern pattern : patterns) {
            for (PatternWord word : pattern.words()) {
                characters.addAll(word.symbols());
                if (word.isBelowFolder()) {
                    characters.add((int) '.');
                }
            }
        }
        for (int c : others) {
            characters.add(c);
        }
        List<CodePointSet> sets = new ArrayList<>(LineReader.kinds());
        for (int c : characters) {
            if (c >= 0) { // below are the symbols of stars
                sets.add(CodePointSet.of(c));
            }
        }
        return Alphabet.of(sets);
    }

    /** Returns the patterns in order. */
    public List<CommandPattern> patterns() {
        return patterns;
    }

    /**
     * Compiles the condition of rules that allow: the line is plain, and each of its commands surely matches a pattern.
     * It is {@link Verdict#FALSE} from the character on after which no pattern is left for a command, and
     * {@link Verdict#UNKNOWN} from the character on that makes the line not plain; neither lets the rule hold.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public CommandMachine every() {
        return machine(Question.Kind.EVERY, new EveryCommand(dfa(false)));
    }

    /**
     * Compiles the condition of stricter rules: a command of the line possibly matches a pattern, or a search finds one
     * in a line that is not plain. It is {@link Verdict#UNKNOWN} if the line is not plain and nothing is found.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public CommandMachine some() {
        return machine(Question.Kind.SOME, someCommand());
    }

    /**
     * Compiles the condition of stricter rules with {@code match = "all"}: each command of a plain line possibly
     * matches a pattern. It is {@link Verdict#UNKNOWN} if the line is not plain.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public CommandMachine all() {
        return machine(Question.Kind.ALL, new AllCommands(dfa(true)));
    }

    /**
     * Compiles {@link #every} for argument vectors: the words surely match a pattern. If they are the name of a shell,
     * perhaps in one of the usual folders, its option {@code -c} and a line, the line alone decides, and anything after
     * it makes the condition {@link Verdict#UNKNOWN}.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine everyOfVector() {
        return everyOfVector(dfa(false));
    }

    /**
     * Compiles {@link #some} for argument vectors: the words possibly match a pattern, or a search behind a wrapper
     * finds one in the words joined by blanks, or the line of a shell in any folder holds.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine someOfVector() {
        SomeCommand some = someCommand();
        return vector(some.withoutSearch(), machine(Question.Kind.SOME, some));
    }

    /**
     * Compiles {@link #all} for argument vectors: the words possibly match a pattern, or the line of a shell holds.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine allOfVector() {
        CommandDfa dfa = dfa(true);
        return vector(new AllCommands(dfa), machine(Question.Kind.ALL, new AllCommands(dfa)));
    }

    /**
     * Compiles {@link #every} for several sets, of each of which every command matches a pattern.
     *
     * @return one machine, which knows what refutes the sets together; one for each set if it would be too large
     */
    public static List<CommandMachine> every(List<CommandSet> sets) {
        return together(
                sets, false, CommandSet::every, (set, dfa) -> set.machine(Question.Kind.EVERY, new EveryCommand(dfa)));
    }

    /** Compiles {@link #all} for several sets, as {@link #every(List)} does. */
    public static List<CommandMachine> all(List<CommandSet> sets) {
        return together(
                sets, true, CommandSet::all, (set, dfa) -> set.machine(Question.Kind.ALL, new AllCommands(dfa)));
    }

    /** Compiles {@link #everyOfVector} for several sets, as {@link #every(List)} does. */
    public static List<VectorMachine> everyOfVector(List<CommandSet> sets) {
        return together(sets, false, CommandSet::everyOfVector, CommandSet::everyOfVector);
    }

    private VectorMachine everyOfVector(CommandDfa dfa) {
        return vector(new EveryCommand(dfa), machine(Question.Kind.EVERY, new EveryCommand(dfa)));
    }

    private static <M> List<M> together(
            List<CommandSet> sets,
            boolean possible,
            Function<CommandSet, M> alone,
            BiFunction<CommandSet, CommandDfa, M> common) {
        if (sets.size() > 1) {
            CommandSet all = new CommandSet(
                    sets.stream().flatMap(set -> set.patterns.stream()).toList());
            Optional<CommandDfa> dfa = all.common(sets, possible);
            if (dfa.isPresent()) {
                return List.of(common.apply(all, dfa.get()));
            }
        }
        return sets.stream().map(alone).toList();
    }

    /** Returns the commands that match a pattern of each set, of those whose patterns these are. */
    private Optional<CommandDfa> common(List<CommandSet> sets, boolean possible) {
        IntStream symbols = patterns.stream()
                .flatMap(pattern -> pattern.words().stream())
                .flatMap(word -> word.symbols().stream())
                .mapToInt(symbol -> symbol);
        int[] characters = IntStream.concat(IntStream.of('/', '.'), symbols.filter(symbol -> symbol >= 0))
                .distinct()
                .toArray();
        Optional<CommandDfa> product = Optional.of(sets.get(0).dfa(possible));
        for (CommandSet set : sets.subList(1, sets.size())) {
            product = product.flatMap(dfa -> CommandProduct.of(dfa, set.dfa(possible), characters, MOST_COMMON_STATES));
        }
        return product;
    }

    /**
     * Finds the patterns that no plain line can match, so that rules that allow never hold by them.
     *
     * @return the patterns in order
     */
    public List<CommandPattern> unmatchable() {
        return patterns.stream().filter(pattern -> !isMatchable(pattern)).toList();
    }

    /** Returns whether a plain line is matched: one that quotes the words, or any other. */
    private static boolean isMatchable(CommandPattern pattern) {
        if (pattern.target() == Target.HERE) {
            return LineReader.DELIMITERS.stream().anyMatch(pattern.words().get(0)::matches);
        } else if (pattern.target() != Target.COMMAND) {
            return QuotedLine.of(pattern).stream().anyMatch(line -> needs(pattern, line));
        }
        CommandMachine every = new CommandSet(List.of(pattern)).every();
        return QuotedLine.of(pattern).stream().anyMatch(line -> every.verdict(line) == Verdict.TRUE)
                || !every.lines(Set.of(Verdict.TRUE)).isEmpty();
    }

    /** Returns whether a line is matched by the pattern of a file and that of its command, and not by the latter. */
    private static boolean needs(CommandPattern file, String line) {
        CommandPattern command = CommandPattern.of(QuotedLine.ANY_COMMAND);
        return new CommandSet(List.of(command, file)).every().verdict(line) == Verdict.TRUE
                && new CommandSet(List.of(command)).every().verdict(line) != Verdict.TRUE;
    }

    /**
     * Finds the patterns that do nothing, since another pattern of the set matches all that they match.
     *
     * @param searched whether the other one must be found wherever they are in lines that can't be read, as for
     *     {@link #some}
     * @return each such pattern with the first that covers it; of two that cover each other, the first covers the second
     */
    public Map<CommandPattern, CommandPattern> covered(boolean searched) {
        Covers covers = new Covers(patterns);
        Map<CommandPattern, CommandPattern> covered = new LinkedHashMap<>();
        for (int i = 0; i < patterns.size(); i++) {
            CommandPattern pattern = patterns.get(i);
            int index = i;
            covers.of(pattern)
                    .filter(at -> at != index && isCover(patterns.get(at), pattern, searched))
                    .filter(at -> at < index || !isCover(pattern, patterns.get(at), searched))
                    .mapToObj(patterns::get)
                    .findFirst()
                    .ifPresent(cover -> covered.put(pattern, cover));
        }
        return covered;
    }

    private static boolean isCover(CommandPattern wide, CommandPattern narrow, boolean searched) {
        return CommandCover.covers(wide, narrow) && (!searched || CommandCover.isFoundWith(wide, narrow));
    }

    /** Returns whether each pattern is covered by one of another set, also in texts that can't be read if told to. */
    boolean isCoveredBy(CommandSet other, boolean searched) {
        Covers covers = new Covers(other.patterns);
        return patterns.stream()
                .allMatch(narrow -> covers.of(narrow)
                        .anyMatch(at -> !searched || CommandCover.isFoundWith(other.patterns.get(at), narrow)));
    }

    private CommandMachine machine(Question.Kind kind, Condition condition) {
        return new CommandMachine(new Question(this, kind), condition);
    }

    private VectorMachine vector(Condition words, CommandMachine line) {
        Alphabet characters = distinguishing(VectorText.ESCAPE, VectorText.END);
        return new VectorMachine(words, line, characters);
    }

    private SomeCommand someCommand() {
        return new SomeCommand(dfa(true), new Scan(new ScanTrie(patterns)), true);
    }

    private CommandDfa dfa(boolean possible) {
        return CommandDfaBuilder.of(patterns, possible, MOST_STATES);
    }
}
