package dev.toolpolicy.analysis.internal.shell.match;

/** The certainty about a condition on commands, for every well-formed continuation of the text. */
public enum Verdict {
    /** Continuations differ. */
    OPEN,
    /** The condition holds. */
    TRUE,
    /** The condition does not hold. */
    FALSE,
    /** The condition is unknown, since the text can't be read. */
    UNKNOWN
}
