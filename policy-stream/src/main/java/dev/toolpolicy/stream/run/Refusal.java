package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamOutcome;
import dev.toolpolicy.stream.StreamClosedException;
import org.jspecify.annotations.Nullable;

/** The words for who sends when nothing can be sent. */
final class Refusal {
    private Refusal() {}

    /** Creates the exception that fits the stream's end. */
    static StreamClosedException of(@Nullable StreamOutcome how) {
        return new StreamClosedException(
                how == null
                        ? "the stream is closed"
                        : switch (how) {
                            case COMPLETED -> "the stream is closed";
                            case TERMINATED -> "the stream is terminated";
                            case FAILED -> "the stream has failed";
                            case DISCONNECTED -> "the client has left";
                            case CANCELLED -> "the stream is cancelled";
                        });
    }
}
