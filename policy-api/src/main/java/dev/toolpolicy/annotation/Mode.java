package dev.toolpolicy.annotation;

import java.util.Locale;
import java.util.Optional;

/** A rule's decision: whether a call may run, or whether its result is delivered. */
public enum Mode {
    /** A person must approve first. */
    ASK,
    /** No approval is needed. */
    ALLOW,
    /** A person must approve first, and may edit the arguments or the result. */
    EDIT,
    /** The call doesn't run, or its result isn't delivered. No approval is requested. */
    DENY;

    /**
     * Returns whether this mode lets through less than another. {@code DENY} is stricter than {@code ASK} and {@code
     * EDIT}, which are alike, and these are stricter than {@code ALLOW}.
     *
     * @param other the other mode
     * @return false if they are alike
     * @throws NullPointerException if the other mode is null
     */
    public boolean isStricterThan(Mode other) {
        return this == DENY ? other != DENY : this != ALLOW && other == ALLOW;
    }

    /**
     * Returns the word of this mode in policy files.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the mode of a word. The older words {@code unattended} and {@code skip} mean {@code allow} and
     * {@code deny}.
     *
     * @param word a word in lower case, as in policy files
     * @return the mode, or empty if the word is unknown
     */
    public static Optional<Mode> of(String word) {
        return switch (word) {
            case "allow", "unattended" -> Optional.of(ALLOW);
            case "ask" -> Optional.of(ASK);
            case "edit" -> Optional.of(EDIT);
            case "deny", "skip" -> Optional.of(DENY);
            default -> Optional.empty();
        };
    }
}
