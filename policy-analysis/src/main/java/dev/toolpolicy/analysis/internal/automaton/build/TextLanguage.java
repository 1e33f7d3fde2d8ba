package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Set;

/** A set of texts as rules state it. A closed family of immutable values. */
public sealed interface TextLanguage {

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
    }

    /**
     * All texts that start with some characters.
     *
     * @param text the characters; empty for every text
     */
    record Prefix(String text) implements TextLanguage {}

    /**
     * All texts in which a regular expression is found anywhere.
     *
     * @param source a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    record Pattern(String source) implements TextLanguage {}

    /**
     * A language that is already compiled.
     *
     * @param language the compiled language
     */
    record Compiled(Language language) implements TextLanguage {}

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
        return new Pattern(source);
    }
}
