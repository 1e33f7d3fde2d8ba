package dev.toolpolicy.rule;

import java.util.Locale;

/** The rule lists of a tool. */
public enum ListKind {
    /** The rules that decide whether a call may run. */
    RUN,
    /** The rules that decide whether a call's result is delivered to the model. */
    RESULT;

    /**
     * Returns the word of this list in policy files.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
