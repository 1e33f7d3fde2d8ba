package dev.toolpolicy.analysis.internal.shell.line;

/** The part of a command that a word belongs to. */
enum Phase {
    /** Assignments and the name. */
    NAME,
    ARGUMENT,
    /** The file of a redirect. */
    FILE
}
