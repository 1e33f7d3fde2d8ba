package dev.toolpolicy.runtime.internal.decide;

/** The standing of a literal or a clause, as far as it is known. */
enum Standing {
    OPEN,
    TRUE,
    FALSE;

    static Standing of(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
