package dev.toolpolicy.rule;

import java.util.Locale;
import java.util.Optional;

/** How many of the values that a pointer through an array reaches must satisfy the matcher. */
public enum Match {
    /** At least one. */
    ANY,
    /** Every one, and there is at least one. */
    ALL;

    /**
     * The word in configuration.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The quantifier of a word.
     *
     * @param word a word in lower case, as in configuration
     * @return the quantifier, or empty if there is none of that word
     */
    public static Optional<Match> of(String word) {
        return word.equals("any") ? Optional.of(ANY) : word.equals("all") ? Optional.of(ALL) : Optional.empty();
    }
}
