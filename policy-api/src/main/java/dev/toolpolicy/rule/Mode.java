package dev.toolpolicy.rule;

import java.util.Locale;
import java.util.Optional;

/** What a rule answers: how a call may run, or how its result is delivered. */
public enum Mode {
    /** Somebody is asked first. */
    ASK,
    /** Nobody is asked. */
    ALLOW,
    /** Somebody may edit the arguments, or the result, first. */
    EDIT,
    /** The call doesn't run, or its result isn't delivered; nobody is asked. */
    DENY;

    /**
     * The word in configuration.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The mode of a word.
     *
     * @param word a word in lower case, as in configuration
     * @return the mode, or empty if there is none of that word
     */
    public static Optional<Mode> of(String word) {
        for (Mode mode : values()) {
            if (mode.word().equals(word)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
