package dev.toolpolicy.processor.mirror;

/**
 * Thrown where a tool mentions something that isn't declared, or not yet: another processor may still generate it, and
 * if none does the compiler itself says so.
 */
public final class UndefinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UndefinedException() {
        super("mentions an undefined symbol", null, false, false);
    }
}
