package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A regular set of texts, for the analysis of rules: exact answers, with an example for each. Immutable and
 * thread-safe. A language that is computed from others has the limits of the first.
 *
 * <p>Texts are well-formed: "every text" means every sequence of Unicode scalar values.
 */
public final class Language implements TextLanguage {
    /** The limit of a search for the shortest text of a machine. */
    private static final int STEPS = 20_000_000;

    /** Null if the language is a table from the start. */
    private final @Nullable TextMachine machine;

    private final AutomatonLimits limits;
    /** The languages with tables whose union a machine is, if they are known. */
    private final List<Language> united;
    /** Null until it is requested of a machine. Several threads may compute it at once, as they may the shortest text. */
    private @Nullable Dfa table;

    /** Null until it is requested. Several threads may compute it at once, since the result is always the same. */
    private @Nullable Optional<String> shortest;

    private Language(Dfa dfa, AutomatonLimits limits) {
        this.table = dfa;
        this.machine = null;
        this.limits = limits;
        this.united = List.of();
    }

    private Language(TextMachine machine, AutomatonLimits limits, List<Language> united) {
        this.machine = machine;
        this.limits = limits;
        this.united = united;
    }

    /**
     * Returns the language of a machine, whose states are visited only as far as an answer needs them.
     *
     * @param limits the limits of what is computed from it
     */
    public static Language of(TextMachine machine, AutomatonLimits limits) {
        return new Language(machine, limits, List.of());
    }

    /**
     * Compiles a language of rules.
     *
     * @param stated the language as rules state it
     * @param limits the limits of the language and of what is computed from it
     * @throws InvalidPatternException if it is a pattern that is not in the dialect
     * @throws PatternTooComplexException if it would exceed a limit
     */
    public static Language of(TextLanguage stated, AutomatonLimits limits) {
        return new Language(stated.dfa(new Budget(limits)), limits);
    }

    /**
     * Reads a language whose smallest automaton has been written before.
     *
     * @param limits the limits of what is computed from it
     */
    public static Language read(DataInput in, AutomatonLimits limits) throws IOException {
        return new Language(Dfa.read(in), limits);
    }

    /** Returns the language of a path and everything after a slash behind it. */
    static Language atOrBelow(String path, AutomatonLimits limits) {
        return new Language(WordDfa.atOrBelow(path, new Budget(limits)), limits);
    }

    /**
     * Compiles the language of the texts that match a regular expression as a whole.
     *
     * @param limits the limits of the language and of what is computed from it
     * @throws PatternTooComplexException if it would exceed a limit
     */
    public static Language matching(Regex regex, AutomatonLimits limits) {
        Budget budget = new Budget(limits);
        Regex whole = Regex.sequence(List.of(Regex.Assertion.START, regex, Regex.Assertion.END));
        return new Language(Minimizer.minimize(Determinizer.search(Nfa.of(whole, budget), budget)), limits);
    }

    /** Returns another language with the limits of this one. */
    Language with(Dfa other) {
        return new Language(other, limits);
    }

    /** Returns the limits of what is computed from it. */
    AutomatonLimits limits() {
        return limits;
    }

    /**
     * Returns the language of every text.
     *
     * @param limits the limits of what is computed from it
     */
    public static Language everything(AutomatonLimits limits) {
        return new Language(Dfa.constant(true), limits);
    }

    /** Returns the same language, whose combinations with others get tables only when one is asked for. */
    public Language onDemand() {
        return machine == null ? new Language(machine(), limits, List.of(this)) : this;
    }

    /**
     * Returns the union with another language.
     *
     * @return the texts in at least one of them
     * @throws PatternTooComplexException if it would exceed a limit
     */
    public Language or(Language other) {
        Language either = complement().and(other.complement()).complement();
        List<Language> one = united();
        List<Language> two = other.united();
        return either.machine == null || one.isEmpty() || two.isEmpty()
                ? either
                : new Language(
                        either.machine,
                        limits,
                        Stream.concat(one.stream(), two.stream()).toList());
    }

    @Override
    public List<Language> united() {
        return machine == null ? List.of(this) : united;
    }

    /**
     * Returns the intersection with another language.
     *
     * @return the texts in both
     * @throws PatternTooComplexException if it would exceed a limit
     */
    public Language and(Language other) {
        TextMachine both = Machines.Both.of(machine(), other.machine());
        return machine == null && other.machine == null
                ? new Language(Machines.table(both, new Budget(limits)), limits)
                : Language.of(both, limits);
    }

    /**
     * Returns the difference from another language.
     *
     * @return the texts in this language and not in the other
     * @throws PatternTooComplexException if it would exceed a limit
     */
    public Language minus(Language other) {
        return and(other.complement());
    }

    /**
     * Returns the complement.
     *
     * @return every text that is not in this language
     */
    public Language complement() {
        return machine == null
                ? new Language(dfa().complement(), limits)
                : Language.of(new Machines.Complement(machine), limits);
    }

    /**
     * Returns whether this language contains no text.
     *
     * @return true if it's empty
     * @throws PatternTooComplexException if it is a machine and the answer would exceed a limit
     */
    public boolean isEmpty() {
        return machine == null
                ? dfa().states() == 1 && !dfa().accepts(0)
                : shortest().isEmpty();
    }

    /**
     * Returns whether this language contains every text.
     *
     * @return true if none is missing
     * @throws PatternTooComplexException if it is a machine and the answer would exceed a limit
     */
    public boolean isEverything() {
        return machine == null
                ? dfa().states() == 1 && dfa().accepts(0)
                : complement().isEmpty();
    }

    /**
     * Returns whether a text is in this language. Takes one step for each character.
     *
     * @return true if it contains the text
     */
    public boolean contains(CharSequence text) {
        TextMachine read = machine();
        int[] state = read.start();
        for (int c : WordDfa.characters(text.toString()).toArray()) {
            state = read.next(state, c);
        }
        return read.accepts(state);
    }

    /**
     * Returns the shortest text by code points, and of several the most readable. At the first difference, small
     * letters come before digits, capitals, other visible ASCII, the space, other visible characters and the rest.
     * Within those, the smallest code point comes first.
     *
     * @return the text; empty if there is none
     * @throws PatternTooComplexException if it is a machine and the search would exceed a limit
     */
    public Optional<String> shortest() {
        Optional<String> known = shortest;
        if (known == null) {
            known = machine == null
                    ? new TableGraph(dfa()).shortest()
                    : new TextSearch(STEPS, STEPS).shortest(List.of(this), List.of());
            shortest = known;
        }
        return known;
    }

    /** Returns any text, not always a short one; found without a search, if that is easy. */
    public Optional<String> any() {
        return machine == null ? shortest() : machine.easy().or(this::shortest);
    }

    /**
     * Returns the smallest automaton.
     *
     * @throws PatternTooComplexException if it is a machine and has too many states for a table
     */
    public Dfa dfa() {
        Dfa known = table;
        if (known == null) {
            known = Machines.table(machine(), new Budget(limits));
            table = known;
        }
        return known;
    }

    @Override
    public Dfa dfa(Budget budget) {
        return dfa();
    }

    /** Returns whether its states are visited only as far as an answer needs them. */
    boolean isMachine() {
        return machine != null;
    }

    /** Returns the language as a machine. */
    public TextMachine machine() {
        return machine == null ? new Machines.Table(dfa()) : machine;
    }

    /** Returns whether another language is known to contain this one, without a search. */
    boolean isKnownWithin(Language other) {
        return machine != null && other.machine != null && machine.isKnownWithin(other.machine);
    }

    /** Returns whether it is known without a search, by this one's machine, that no text is in both languages. */
    boolean isKnownApart(Language other) {
        return machine != null && other.machine != null && machine.isKnownApart(other.machine);
    }

    /** Returns the difference from another language, if a machine that is not larger than this one's tells it. */
    Optional<Language> without(Language other) {
        return machine == null || other.machine == null
                ? Optional.empty()
                : machine.without(other.machine).map(difference -> Language.of(difference, limits));
    }

    /**
     * Returns the size of the smallest automaton.
     *
     * @return the number of states
     * @throws PatternTooComplexException if it is a machine and has too many states for a table
     */
    public int states() {
        return dfa().states();
    }
}
