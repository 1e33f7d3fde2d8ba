package dev.toolpolicy.processor;

/**
 * Thrown where a tool mentions something that isn't declared, or not yet: another processor may still generate it, and
 * if none does the compiler itself says so.
 */
final class UndefinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UndefinedException() {
        super("mentions an undefined symbol", null, false, false);
    }
}
