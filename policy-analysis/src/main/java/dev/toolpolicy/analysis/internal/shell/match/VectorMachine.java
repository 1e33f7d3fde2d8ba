package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.shell.line.Shells;
import dev.toolpolicy.analysis.internal.shell.line.WordTrie;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the command of an argument vector as a machine: it reads one element after the other, a character at a
 * time, and says what is certain. If the vector is a shell, its option {@code -c} and a line, the condition is about
 * the line. Immutable and thread-safe.
 *
 * <p>The caller keeps the state of each vector, as for a {@link CommandMachine}. The machine allocates nothing.
 */
public final class VectorMachine {
    private static final WordTrie TRUSTED_SHELLS = WordTrie.of(Shells.TRUSTED);
    private static final WordTrie ALL_SHELLS = WordTrie.of(Shells.NAMES);
    private static final WordTrie OPTIONS = WordTrie.of(Set.of("-c", "-lc", "-ec", "-euc"));

    /** The number of elements that have begun, at most {@link #MANY}. */
    private static final int COUNT = 0;

    private static final int MANY = 4;
    private static final int WORD = 1;
    /** {@link #SHELL} behind the name of a shell, {@link #LINE} behind its option. */
    private static final int KIND = 2;

    private static final int SHELL = 1;
    private static final int LINE = 2;
    /** 1 if the vector has an element that isn't there. */
    private static final int NULLS = 3;

    private static final int WORDS = 4;

    private final Condition words;
    private final CommandMachine line;
    private final Alphabet alphabet;
    /** True if the line of a shell alone decides; false if the words or the line do. */
    private final boolean allows;

    private final WordTrie shells;

    /**
     * Creates a machine.
     *
     * @param words the condition on the elements as words
     * @param line the condition on the line of a shell
     */
    VectorMachine(Condition words, CommandMachine line, Alphabet alphabet) {
        this.words = words;
        this.line = line;
        this.alphabet = alphabet;
        this.allows = line.question().kind() == Question.Kind.EVERY;
        this.shells = allows ? TRUSTED_SHELLS : ALL_SHELLS;
    }

    /** Returns what the machine was compiled from. */
    Question question() {
        return line.question();
    }

    /** Returns the number of ints that the state of a vector takes. */
    public int size() {
        return WORDS + words.size() + line.size();
    }

    private int line(int at) {
        return at + WORDS + words.size();
    }

    /**
     * Starts a vector.
     *
     * @param state the caller's array, of which {@link #size} ints are overwritten
     * @param at the index of the first of them
     */
    public void start(int[] state, int at) {
        Arrays.fill(state, at, at + size(), 0);
        words.start(state, at + WORDS);
    }

    /** Begins an element, which is a string. */
    public void beginElement(int[] state, int at) {
        int count = state[at + COUNT];
        state[at + COUNT] = Math.min(count + 1, MANY);
        state[at + WORD] = WordTrie.ROOT;
        int own = at + WORDS;
        if (isOpen(state, at) && count == 0) {
            words.beginName(state, own);
        } else if (isOpen(state, at)) {
            words.raw(state, own, ' ');
            words.beginArgument(state, own);
        }
        if (count == 2 && state[at + KIND] == LINE) {
            line.start(state, line(at));
        }
        words.forget(state, own);
    }

    private boolean isOpen(int[] state, int at) {
        return state[at + NULLS] == 0 && words.verdict(state, at + WORDS) == Verdict.OPEN;
    }

    /**
     * Reads the next character of the element.
     *
     * @param codePoint a Unicode scalar value
     */
    public void step(int[] state, int at, int codePoint) {
        int count = state[at + COUNT];
        if (count == 1) {
            boolean path = !allows && codePoint == '/';
            state[at + WORD] = path ? WordTrie.ROOT : shells.next(state[at + WORD], codePoint);
        } else if (count == 2) {
            state[at + WORD] = OPTIONS.next(state[at + WORD], codePoint);
        } else if (count == 3 && hasLine(state, at)) {
            line.step(state, line(at), codePoint);
        }
        if (isOpen(state, at)) {
            words.character(state, at + WORDS, codePoint);
            words.raw(state, at + WORDS, codePoint);
            words.forget(state, at + WORDS);
        }
    }

    private static boolean hasLine(int[] state, int at) {
        return state[at + KIND] == LINE && state[at + COUNT] > 2 && state[at + NULLS] == 0;
    }

    /** Ends the element. */
    public void endElement(int[] state, int at) {
        int count = state[at + COUNT];
        if (count == 1) {
            state[at + KIND] = shells.value(state[at + WORD]) != 0 ? SHELL : 0;
        } else if (count == 2 && state[at + KIND] == SHELL) {
            state[at + KIND] = OPTIONS.value(state[at + WORD]) != 0 ? LINE : 0;
        }
        state[at + WORD] = WordTrie.LOST;
        if (isOpen(state, at) && count == 1) {
            words.endName(state, at + WORDS);
        } else if (isOpen(state, at)) {
            words.endArgument(state, at + WORDS);
        }
        words.forget(state, at + WORDS);
    }

    /** Reads an element that is null, so that the condition is unknown unless it is settled already. */
    public void nullElement(int[] state, int at) {
        state[at + COUNT] = Math.min(state[at + COUNT] + 1, MANY);
        state[at + NULLS] = 1;
    }

    /** Returns whether there may be a vector for which the condition is true. */
    public boolean mayHold() {
        return line.mayHold();
    }

    /** Returns what is certain after the elements and characters so far, for every continuation of the vector. */
    public Verdict verdict(int[] state, int at) {
        boolean matched = isOpen(state, at) && words.isMatched(state, at + WORDS);
        Verdict byWords = matched ? Verdict.TRUE : words.verdict(state, at + WORDS);
        Verdict byLine = hasLine(state, at) ? line.verdict(state, line(at)) : Verdict.OPEN;
        if (!allows) {
            return byWords == Verdict.TRUE || byLine == Verdict.TRUE ? Verdict.TRUE : Verdict.OPEN;
        }
        Verdict verdict = mayBeLine(state, at) ? Verdict.OPEN : byWords;
        if (hasLine(state, at)) {
            verdict = byLine == Verdict.OPEN && state[at + COUNT] > 3 ? Verdict.UNKNOWN : byLine;
        }
        return verdict == Verdict.OPEN && state[at + NULLS] != 0 ? Verdict.UNKNOWN : verdict;
    }

    private boolean mayBeLine(int[] state, int at) {
        return switch (state[at + COUNT]) {
            case 0 -> true;
            case 1 -> state[at + KIND] == SHELL || state[at + WORD] != WordTrie.LOST;
            case 2 -> state[at + KIND] == LINE || state[at + KIND] == SHELL && state[at + WORD] != WordTrie.LOST;
            default -> false;
        };
    }

    /**
     * Ends the vector.
     *
     * @return the verdict, which is not {@link Verdict#OPEN}; {@link Verdict#UNKNOWN} if there is no element
     */
    public Verdict end(int[] state, int at) {
        Verdict settled = verdict(state, at);
        if (settled != Verdict.OPEN) {
            return settled;
        } else if (state[at + COUNT] == 0 || state[at + NULLS] != 0) {
            return Verdict.UNKNOWN;
        }
        Verdict byLine = hasLine(state, at) ? line.end(state, line(at)) : Verdict.FALSE;
        if (allows && hasLine(state, at)) {
            return byLine;
        }
        Verdict byWords = endWords(state, at);
        if (byWords == Verdict.TRUE || byLine == Verdict.TRUE) {
            return Verdict.TRUE;
        }
        return byLine == Verdict.UNKNOWN ? byLine : byWords;
    }

    private Verdict endWords(int[] state, int at) {
        int own = at + WORDS;
        if (isOpen(state, at)) {
            words.close(state, own);
            words.endCommand(state, own);
            words.end(state, own);
        }
        return words.verdict(state, own);
    }

    /**
     * Returns the verdict about a whole vector.
     *
     * @param elements the elements, with null for those that are not there
     */
    public Verdict verdict(List<? extends @Nullable CharSequence> elements) {
        int[] state = new int[size()];
        start(state, 0);
        for (CharSequence element : elements) {
            if (element == null) {
                nullElement(state, 0);
            } else {
                beginElement(state, 0);
                WordDfa.characters(element.toString()).forEach(c -> step(state, 0, c));
                endElement(state, 0);
            }
        }
        return end(state, 0);
    }

    /**
     * Returns the vectors for which the condition has one of some verdicts, written as {@link VectorText} does.
     *
     * @param verdicts the verdicts, without {@link Verdict#OPEN}
     */
    public Language vectors(Set<Verdict> verdicts) {
        return Language.of(new VectorLanguage(this, alphabet, Set.copyOf(verdicts)), AutomatonLimits.DEFAULT);
    }

    /** Estimates the number of characters to a vector for which the condition is true. */
    int distance(int[] state, int at) {
        return isOpen(state, at) ? words.distance(state, at + WORDS) : 1;
    }

    /**
     * Returns the least number of characters to a vector for which the condition is true, as {@link VectorText} writes
     * it, or fewer.
     *
     * @param between whether the last element has ended
     */
    int least(int[] state, int at, boolean between) {
        Verdict settled = verdict(state, at);
        if (settled != Verdict.OPEN) {
            return settled == Verdict.TRUE ? 0 : PositionSet.FAR;
        }
        int read = isOpen(state, at)
                ? words.least(state, at + WORDS, new Condition.Ahead(0, 0, between, false, false))
                : PositionSet.FAR;
        return Math.max(0, Math.min(read, ofLine(state, at)));
    }

    private int ofLine(int[] state, int at) {
        if (state[at + COUNT] < 3) {
            int[] start = new int[line.size()];
            line.start(start, 0);
            return line.least(start, 0);
        }
        return hasLine(state, at) ? line.least(state, line(at)) : PositionSet.FAR;
    }
}
