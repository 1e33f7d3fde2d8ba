package dev.toolpolicy.stream;

/**
 * A signal that a hook throws to end the stream, like {@link StreamContext#terminate()}. What was sent is delivered,
 * the upstream is canceled, and the stream does not count as failed. It has no stack trace.
 */
public final class TerminateStream extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the signal. */
    public TerminateStream() {
        this("terminated by a policy");
    }

    /**
     * Creates the signal with a reason.
     *
     * @param reason the reason, for logs
     */
    public TerminateStream(String reason) {
        super(reason, null, false, false);
    }
}
