package dev.toolpolicy.runtime.automaton;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A regular set of texts, for the analysis of rules: exact answers, and an example for each. Immutable; threads may
 * share it. What is made of languages is made under the limits of the first of them.
 *
 * <p>Texts are well-formed: "every text" means every sequence of Unicode scalar values.
 */
public final class Language {
    private final Dfa dfa;
    private final AutomatonLimits limits;
    /** Null until somebody asks; threads may find it out beside each other, since it is always the same. */
    private @Nullable Optional<String> shortest;

    private Language(Dfa dfa, AutomatonLimits limits) {
        this.dfa = dfa;
        this.limits = limits;
    }

    /**
     * The language that rules state.
     *
     * @param stated how they state it
     * @param limits what it may take up, and whatever is made of it
     * @return the language
     * @throws InvalidPatternException if it is a pattern that is not of the dialect
     * @throws PatternTooComplexException if it would pass a limit
     */
    public static Language of(TextLanguage stated, AutomatonLimits limits) {
        return new Language(dfa(stated, limits), limits);
    }

    /** A path, and all that goes on behind a slash after it. */
    static Language atOrBelow(String path, AutomatonLimits limits) {
        return new Language(WordDfa.atOrBelow(path, new Budget(limits)), limits);
    }

    /** The smallest automaton of a language. */
    static Dfa dfa(TextLanguage stated, AutomatonLimits limits) {
        return dfa(stated, new Budget(limits));
    }

    static Dfa dfa(TextLanguage stated, Budget budget) {
        if (stated instanceof TextLanguage.Words words) {
            return WordDfa.of(words.texts(), budget);
        } else if (stated instanceof TextLanguage.Prefix prefix) {
            return WordDfa.startingWith(prefix.text(), budget);
        } else if (stated instanceof TextLanguage.Compiled compiled) {
            return compiled.language().dfa;
        }
        Regex regex = PatternReader.read(((TextLanguage.Pattern) stated).source(), budget);
        return Minimizer.minimize(Determinizer.search(Nfa.of(regex, budget), budget));
    }

    /**
     * Every text.
     *
     * @param limits what may be made of it
     * @return the language
     */
    public static Language everything(AutomatonLimits limits) {
        return new Language(Dfa.constant(true), limits);
    }

    /**
     * No text.
     *
     * @param limits what may be made of it
     * @return the language
     */
    public static Language nothing(AutomatonLimits limits) {
        return new Language(Dfa.constant(false), limits);
    }

    /**
     * What is in this language or in another.
     *
     * @param other the other
     * @return both together
     * @throws PatternTooComplexException if it would pass a limit
     */
    public Language or(Language other) {
        return product(other, (mine, others) -> mine || others);
    }

    /**
     * What is in this language and in another.
     *
     * @param other the other
     * @return what they have in common
     * @throws PatternTooComplexException if it would pass a limit
     */
    public Language and(Language other) {
        return product(other, (mine, others) -> mine && others);
    }

    /**
     * What is in this language and not in another.
     *
     * @param other the other
     * @return this without that
     * @throws PatternTooComplexException if it would pass a limit
     */
    public Language minus(Language other) {
        return product(other, (mine, others) -> mine && !others);
    }

    private Language product(Language other, Product.Acceptance acceptance) {
        return new Language(Product.of(dfa, other.dfa, acceptance, new Budget(limits)), limits);
    }

    /**
     * Every text that isn't in this language.
     *
     * @return the complement
     */
    public Language complement() {
        return new Language(dfa.complement(), limits);
    }

    /**
     * Whether no text is in it.
     *
     * @return true if it's empty
     */
    public boolean isEmpty() {
        return dfa.states() == 1 && !dfa.accepts(0);
    }

    /**
     * Whether every text is in it.
     *
     * @return true if none is missing
     */
    public boolean isEverything() {
        return dfa.states() == 1 && dfa.accepts(0);
    }

    /**
     * Whether it holds the same texts as another. (Two languages are {@link Object#equals equal} only if they are one
     * object, since this may fail.)
     *
     * @param other the other
     * @return true if no text is in only one of them
     * @throws PatternTooComplexException if finding out would pass a limit
     */
    public boolean isSameAs(Language other) {
        return product(other, (mine, others) -> mine != others).isEmpty();
    }

    /**
     * Whether a text is in it. Takes one step per character.
     *
     * @param text the text
     * @return true if it is
     */
    public boolean contains(CharSequence text) {
        return dfa.contains(text);
    }

    /**
     * The shortest text in it, by code points; of several the most readable: at the first place where they differ, small
     * letters come before digits, capitals, other visible ASCII, the space, other visible characters and the rest, and
     * within those the smallest code point.
     *
     * @return the text; empty if there is none
     */
    public Optional<String> shortest() {
        Optional<String> known = shortest;
        if (known == null) {
            known = Optional.ofNullable(dfa.shortest());
            shortest = known;
        }
        return known;
    }

    /** Its smallest automaton. */
    Dfa dfa() {
        return dfa;
    }

    /**
     * How large its smallest automaton is.
     *
     * @return the number of states
     */
    public int states() {
        return dfa.states();
    }
}
