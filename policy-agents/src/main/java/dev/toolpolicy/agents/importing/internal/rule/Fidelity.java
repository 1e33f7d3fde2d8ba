package dev.toolpolicy.agents.importing.internal.rule;

/** The ways in which a rule is imported, by how much is lost. */
public enum Fidelity {
    /** It has the same effect. */
    EXACT,
    /** It allows less, or stops more. */
    STRICTER,
    /** It has no effect in the host, so nothing is written. */
    INERT,
    /** It isn't said. */
    REFUSED
}
