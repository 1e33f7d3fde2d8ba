package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternReader;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A set of texts as rules state it, or one that is compiled already. A closed family of immutable values. */
public sealed interface TextLanguage permits Language, TextLanguage.Words, TextLanguage.Prefix, TextLanguage.Pattern {

    /** Returns its smallest automaton. */
    Dfa dfa(Budget budget);

    /** Returns the languages with tables whose union this is; empty if they aren't known. */
    default List<? extends TextLanguage> united() {
        return List.of(this);
    }

    /** Returns the texts that the language spells out, as words or as starts; empty if it doesn't. */
    default Optional<Set<String>> spelled() {
        return Optional.empty();
    }

    /**
     * Single texts, matched exactly.
     *
     * @param texts the texts; empty for the empty language
     */
    record Words(Set<String> texts) implements TextLanguage {
        /** Checks and copies the components. */
        public Words {
            texts = Set.copyOf(texts);
        }

        @Override
        public Optional<Set<String>> spelled() {
            return Optional.of(texts);
        }

        @Override
        public Dfa dfa(Budget budget) {
            return WordDfa.of(texts, budget);
        }
    }

    /**
     * All texts that start with some characters.
     *
     * @param text the characters; empty for every text
     */
    record Prefix(String text) implements TextLanguage {
        @Override
        public Optional<Set<String>> spelled() {
            return Optional.of(Set.of(text));
        }

        @Override
        public Dfa dfa(Budget budget) {
            return WordDfa.startingWith(text, budget);
        }
    }

    /**
     * All texts in which a regular expression is found anywhere.
     *
     * @param source a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     * @param ignoresCase whether characters that fold to the same are equal
     */
    record Pattern(String source, boolean ignoresCase) implements TextLanguage {
        // By hand, since those of a record are linked at run time, and patterns are hashed at an engine's start.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Pattern that && ignoresCase == that.ignoresCase && source.equals(that.source);
        }

        @Override
        public int hashCode() {
            return source.hashCode();
        }

        @Override
        public Dfa dfa(Budget budget) {
            Regex regex = PatternReader.read(source, ignoresCase, budget);
            return Minimizer.minimize(Determinizer.search(Nfa.of(regex, budget), budget));
        }
    }

    /** Returns the language of single texts. */
    static TextLanguage words(String... texts) {
        return new Words(Set.of(texts));
    }

    /**
     * Returns the language of all texts that start with some characters.
     *
     * @return the prefix as a language
     */
    static TextLanguage prefix(String text) {
        return new Prefix(text);
    }

    /**
     * Returns the language of all texts in which a regular expression is found. The pattern is parsed when the language
     * is compiled.
     */
    static TextLanguage pattern(String source) {
        return new Pattern(source, false);
    }
}
