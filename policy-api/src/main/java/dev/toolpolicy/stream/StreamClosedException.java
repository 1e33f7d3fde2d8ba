package dev.toolpolicy.stream;

/** Thrown by {@link StreamContext#send} when nothing can be sent any more: the stream was ended, or the client has left. */
public final class StreamClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Nothing can be sent.
     *
     * @param message why
     */
    public StreamClosedException(String message) {
        super(message);
    }
}
