package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Set;

/** A set of texts as rules state it. A closed family of immutable values. */
public sealed interface TextLanguage {

    /**
     * Some texts, each as it is.
     *
     * @param texts the texts; none is the empty language
     */
    record Words(Set<String> texts) implements TextLanguage {
        /**
         * Checks and copies the components.
         *
         * @param texts the texts
         */
        public Words {
            texts = Set.copyOf(texts);
        }
    }

    /**
     * All texts that start with some characters.
     *
     * @param text the characters; if empty, every text is meant
     */
    record Prefix(String text) implements TextLanguage {}

    /**
     * All texts in which a regular expression is found, anywhere in them.
     *
     * @param source a pattern of ECMA-262 with the {@code u} flag, without back-references and look-around
     */
    record Pattern(String source) implements TextLanguage {}

    /**
     * A language that is compiled already.
     *
     * @param language the language
     */
    record Compiled(Language language) implements TextLanguage {}

    /**
     * Some texts, each as it is.
     *
     * @param texts the texts
     * @return their language
     */
    static TextLanguage words(String... texts) {
        return new Words(Set.of(texts));
    }

    /**
     * All texts that start with some characters.
     *
     * @param text the characters
     * @return the language
     */
    static TextLanguage prefix(String text) {
        return new Prefix(text);
    }

    /**
     * All texts in which a regular expression is found. It is read when the language is compiled.
     *
     * @param source the pattern
     * @return the language
     */
    static TextLanguage pattern(String source) {
        return new Pattern(source);
    }
}
