package dev.toolpolicy.analysis.internal.shell.line;

/** The progress of a word that may be an assignment. */
enum Naming {
    /** The word has no character yet. */
    EMPTY,
    /** So far the word is the name of a variable. */
    NAME,
    /** The word is not an assignment. */
    NEVER,
    /** The word is an assignment, and its value is being read. */
    VALUE
}
