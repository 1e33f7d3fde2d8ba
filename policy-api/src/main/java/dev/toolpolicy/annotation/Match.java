package dev.toolpolicy.annotation;

import java.util.Locale;
import java.util.Optional;

/** The number of values that must match, if a pointer passes through an array. */
public enum Match {
    /** At least one value. */
    ANY,
    /** Every value, and at least one. */
    ALL;

    /**
     * Returns the word of this quantifier in policy files.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the quantifier of a word.
     *
     * @param word a word in lower case, as in policy files
     * @return the quantifier, or empty if the word is unknown
     */
    public static Optional<Match> of(String word) {
        return word.equals("any") ? Optional.of(ANY) : word.equals("all") ? Optional.of(ALL) : Optional.empty();
    }
}
