package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.InvalidCommandPatternException;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A set of patterns of shell commands, compiled once to as few tables as possible. Immutable and thread-safe.
 *
 * <p>A command line that a model wants to run is a program in a language that few people know well. So a line is read
 * only as far as bash, dash and zsh agree about it: a line that the reader understands is <em>plain</em>, and anything
 * else (substitutions, loops, here-documents and so on) is not. Rules that allow ask for {@link #every} command of a
 * plain line. Stricter rules ask for {@link #some} command, and search lines that are not plain as well as they can.
 */
public final class CommandSet {
    /** The limit of each of a set's automata: ample for 1,500 patterns with 8,000 distinct words. */
    public static final int MOST_STATES = 200_000;

    private final List<CommandPattern> patterns;
    private final Alphabet alphabet;

    /**
     * Creates a set.
     *
     * @param patterns the patterns; one that is written twice counts once
     */
    public CommandSet(List<CommandPattern> patterns) {
        this.patterns = List.copyOf(new LinkedHashSet<>(patterns));
        this.alphabet = CommandAlphabet.of(this.patterns);
    }

    /**
     * Reads a set.
     *
     * @param patterns the patterns as people write them
     * @throws InvalidCommandPatternException if one is not a pattern
     */
    public static CommandSet of(List<String> patterns) {
        return new CommandSet(patterns.stream().map(CommandPattern::of).toList());
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
        return new CommandMachine(new EveryCommand(dfa(false)), alphabet);
    }

    /**
     * Compiles the condition of stricter rules: a command of the line possibly matches a pattern, or a search finds one
     * in a line that is not plain. It is {@link Verdict#UNKNOWN} if the line is not plain and nothing is found.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public CommandMachine some() {
        return new CommandMachine(someCommand(), alphabet);
    }

    /**
     * Compiles the condition of stricter rules with {@code match = "all"}: each command of a plain line possibly
     * matches a pattern. It is {@link Verdict#UNKNOWN} if the line is not plain.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public CommandMachine all() {
        return new CommandMachine(new AllCommands(dfa(true)), alphabet);
    }

    /**
     * Compiles {@link #every} for argument vectors: the words surely match a pattern. If they are the name of a shell,
     * perhaps in one of the usual folders, its option {@code -c} and a line, the line alone decides, and anything after
     * it makes the condition {@link Verdict#UNKNOWN}.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine everyOfVector() {
        CommandDfa dfa = dfa(false);
        return vector(new EveryCommand(dfa), new EveryCommand(dfa), true);
    }

    /**
     * Compiles {@link #some} for argument vectors: the words possibly match a pattern, or a search behind a wrapper
     * finds one in the words joined by blanks, or the line of a shell in any folder holds.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine someOfVector() {
        SomeCommand some = someCommand();
        return vector(some.withoutSearch(), some, false);
    }

    /**
     * Compiles {@link #all} for argument vectors: the words possibly match a pattern, or the line of a shell holds.
     *
     * @throws CommandsTooLargeException if it would exceed {@link #MOST_STATES}
     */
    public VectorMachine allOfVector() {
        CommandDfa dfa = dfa(true);
        return vector(new AllCommands(dfa), new AllCommands(dfa), false);
    }

    private VectorMachine vector(Condition words, Condition line, boolean allows) {
        Alphabet characters = CommandAlphabet.of(patterns, VectorText.ESCAPE, VectorText.END);
        return new VectorMachine(words, new CommandMachine(line, alphabet), characters, allows);
    }

    private SomeCommand someCommand() {
        return new SomeCommand(dfa(true), new Scan(new ScanTrie(patterns)), true);
    }

    private CommandDfa dfa(boolean possible) {
        return CommandDfaBuilder.of(patterns, possible, MOST_STATES);
    }
}
