package dev.toolpolicy.analysis.internal.shell.line;

/** The braces of a word outside of its quotes. Bash repeats the word for them, with the substitutions in it. */
enum Braces {
    NONE,
    OPEN,
    CLOSED,
    /** The word has a substitution, and so can't have braces. */
    BARRED
}
