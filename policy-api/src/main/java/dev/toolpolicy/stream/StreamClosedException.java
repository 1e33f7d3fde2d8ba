package dev.toolpolicy.stream;

/**
 * An exception of {@link StreamContext#send} if nothing can be sent anymore: the stream has ended, or the client has
 * left.
 */
public final class StreamClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception with a message.
     *
     * @param message the reason
     */
    public StreamClosedException(String message) {
        super(message);
    }
}
