package dev.toolpolicy.stream.internal.wire;

/** A body is in none of the formats, or breaks the one it is in. The message is one line for the body's owner. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    WireException(String message) {
        super(message);
    }
}
