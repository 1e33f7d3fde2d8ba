package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
import java.util.Arrays;
import java.util.Set;

/**
 * A condition on the commands of a command line as a machine: it reads one character after the other, and says what is
 * certain. Immutable and thread-safe.
 *
 * <p>The caller keeps the state of each line: {@link #size} ints of an array of its own, from any index on. The machine
 * allocates nothing. A character costs a few table lookups, however many patterns there are.
 *
 * <pre>{@code
 * int[] state = new int[machine.size()];
 * machine.start(state, 0);
 * line.codePoints().forEach(c -> machine.step(state, 0, c));
 * Verdict verdict = machine.end(state, 0);
 * }</pre>
 */
public final class CommandMachine {
    private final Condition condition;
    private final Question question;
    private final LineReader reader;

    CommandMachine(Question question, Condition condition) {
        this.question = question;
        this.condition = condition;
        this.reader = new LineReader(condition, LineReader.SIZE);
    }

    /** Returns what the machine was compiled from. */
    Question question() {
        return question;
    }

    /** Returns the characters that the machine distinguishes: it takes those of one class alike. */
    public Alphabet alphabet() {
        return question.set().alphabet();
    }

    /** Returns the number of ints that the state of a line takes. */
    public int size() {
        return LineReader.SIZE + condition.size();
    }

    /**
     * Starts a line.
     *
     * @param state the caller's array, of which {@link #size} ints are overwritten
     * @param at the index of the first of them
     */
    public void start(int[] state, int at) {
        reader.start(state, at);
        condition.start(state, at + LineReader.SIZE);
    }

    /**
     * Reads the next character.
     *
     * @param state the caller's array
     * @param at the index of the line's state in it
     * @param codePoint a Unicode scalar value
     */
    public void step(int[] state, int at, int codePoint) {
        int own = at + LineReader.SIZE;
        if (condition.verdict(state, own) == Verdict.OPEN) {
            reader.step(state, at, codePoint);
            if (condition.verdict(state, own) == Verdict.OPEN) {
                condition.raw(state, own, codePoint);
            }
            forget(state, at);
        }
    }

    /** Clears what no longer matters, so that equal futures have equal states. */
    private void forget(int[] state, int at) {
        if (verdict(state, at) != Verdict.OPEN) {
            Arrays.fill(state, at, at + LineReader.SIZE, 0);
            condition.forget(state, at + LineReader.SIZE);
        }
    }

    /**
     * Returns what is certain after the characters so far, for every well-formed continuation of the line.
     *
     * @param state the caller's array
     * @param at the index of the line's state in it
     */
    public Verdict verdict(int[] state, int at) {
        return condition.verdict(state, at + LineReader.SIZE);
    }

    /**
     * Returns whether a continuation of the line may have a verdict, true or false. While {@link #verdict} is open, one
     * of them may be excluded.
     *
     * @param state the caller's array
     * @param at the index of the line's state in it
     */
    public boolean mayBe(Verdict verdict, int[] state, int at) {
        Verdict known = verdict(state, at);
        return known == Verdict.OPEN ? condition.mayBe(verdict, state, at + LineReader.SIZE) : known == verdict;
    }

    /** Returns whether there may be a line for which the condition is true. */
    public boolean mayHold() {
        int[] state = new int[size()];
        start(state, 0);
        return mayBe(Verdict.TRUE, state, 0);
    }

    /** Returns whether it says of each command of a plain line that it matches, and doesn't search other lines. */
    public boolean isOnPlainLines() {
        return question.kind() != Question.Kind.SOME;
    }

    /**
     * Ends the line.
     *
     * @param state the caller's array; the state must be started before it is used again
     * @param at the index of the line's state in it
     * @return the verdict, which is not {@link Verdict#OPEN}
     */
    public Verdict end(int[] state, int at) {
        int own = at + LineReader.SIZE;
        if (condition.verdict(state, own) == Verdict.OPEN) {
            reader.end(state, at);
            condition.end(state, own);
        }
        return condition.verdict(state, own);
    }

    /** Returns the verdict about a whole line. Half of a surrogate pair counts as U+FFFD. */
    public Verdict verdict(CharSequence line) {
        int[] state = new int[size()];
        start(state, 0);
        WordDfa.characters(line.toString()).forEach(c -> step(state, 0, c));
        return end(state, 0);
    }

    /** Estimates the number of characters to a line for which the condition is true. */
    int distance(int[] state, int at) {
        return condition.distance(state, at + LineReader.SIZE);
    }

    /** Returns the least number of characters to a line for which the condition is true, or fewer. */
    int least(int[] state, int at) {
        Verdict settled = verdict(state, at);
        if (settled != Verdict.OPEN) {
            return settled == Verdict.TRUE ? 0 : PositionSet.FAR;
        }
        Condition.Ahead ahead = new Condition.Ahead(
                LineReader.pending(state, at),
                LineReader.pendingNext(state, at),
                false,
                LineReader.mayEnd(state, at),
                LineReader.failsAtEnd(state, at));
        return Math.max(0, condition.least(state, at + LineReader.SIZE, ahead));
    }

    /**
     * Returns the lines for which the condition has one of some verdicts, as a language whose states are visited only
     * as far as an answer needs them.
     *
     * @param verdicts the verdicts, without {@link Verdict#OPEN}
     */
    public Language lines(Set<Verdict> verdicts) {
        boolean searched = verdicts.contains(Verdict.TRUE) != verdicts.contains(Verdict.UNKNOWN);
        CommandMachine machine = searched ? this : new CommandMachine(question, condition.withoutSearch());
        return Language.of(new LineLanguage(machine, alphabet(), Set.copyOf(verdicts)), AutomatonLimits.DEFAULT);
    }
}
