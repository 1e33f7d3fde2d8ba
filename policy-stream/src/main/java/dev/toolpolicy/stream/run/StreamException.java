package dev.toolpolicy.stream.run;

import java.util.Objects;

/** A stream failed by itself, not by what a policy or the upstream threw. */
public final class StreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was wrong. */
    private final Kind kind;

    /** The kind of a stream's failure. */
    public enum Kind {
        /** The stream ended well, and no policy sent anything: a client would have waited in silence. */
        EMPTY_OUTPUT,
        /** The upstream contradicts itself: a call goes on that is complete, something follows the finish. */
        PROTOCOL,
        /** The response has more than one choice, which wasn't allowed. */
        CHOICES,
        /** The response is longer than the settings allow. */
        LIMIT,
        /** A policy sent what contradicts what it sent before; only with {@link StreamSettings#checkingOutput}. */
        OUTPUT,
        /** A hook gave no sign of life for longer than the service waits. */
        TIMEOUT
    }

    StreamException(Kind kind, String message) {
        super(message);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /**
     * Returns what was wrong.
     *
     * @return its kind
     */
    public Kind kind() {
        return kind;
    }
}
