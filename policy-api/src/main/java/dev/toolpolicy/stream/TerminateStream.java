package dev.toolpolicy.stream;

/**
 * Thrown by a hook to end the stream, as {@link StreamContext#terminate()} does: what was sent is delivered, the
 * upstream is cancelled, nobody takes it for an error. It has no stack trace.
 */
public final class TerminateStream extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Ends the stream. */
    public TerminateStream() {
        this("terminated by a policy");
    }

    /**
     * Ends the stream.
     *
     * @param reason why, for logs
     */
    public TerminateStream(String reason) {
        super(reason, null, false, false);
    }
}
