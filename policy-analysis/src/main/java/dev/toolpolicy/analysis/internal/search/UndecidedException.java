package dev.toolpolicy.analysis.internal.search;

/** A signal that an answer needs more than the budget, to find or to write down. */
final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UndecidedException() {
        super();
    }

    UndecidedException(RuntimeException cause) {
        super(cause);
    }
}
