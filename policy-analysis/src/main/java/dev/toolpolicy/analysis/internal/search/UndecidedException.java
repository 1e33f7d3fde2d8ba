package dev.toolpolicy.analysis.internal.search;

/** It would take too much to know an answer, or to write it down. */
final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UndecidedException(RuntimeException cause) {
        super(cause);
    }
}
