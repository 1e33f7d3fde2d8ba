package dev.toolpolicy.runtime.internal.compound;

/** What is known of a literal or a clause. */
enum Standing {
    OPEN,
    TRUE,
    FALSE;

    static Standing of(boolean holds) {
        return holds ? TRUE : FALSE;
    }
}
