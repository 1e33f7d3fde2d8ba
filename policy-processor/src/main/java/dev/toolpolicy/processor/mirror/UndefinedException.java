package dev.toolpolicy.processor.mirror;

/**
 * The signal that a tool mentions an undefined type. Another processor may still generate the type; otherwise the
 * compiler reports it.
 */
public final class UndefinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UndefinedException() {
        super("mentions an undefined symbol", null, false, false);
    }
}
