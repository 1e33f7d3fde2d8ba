package dev.toolpolicy.config.importing.internal.model;

/** What became of a rule. In the order of how much was lost. */
public enum Fate {
    /** It has the same effect. */
    EXACT,
    /** It allows less, or stops more. */
    STRICTER,
    /** It has no effect in the host, so nothing is written. */
    INERT,
    /** It isn't said. */
    REFUSED
}
