package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamContext;
import org.jspecify.annotations.Nullable;

/** The words for who sends when nothing can be sent. */
final class Refusal {
    private Refusal() {}

    /** Creates the exception that fits the stream's end. */
    static StreamContext.ClosedException of(StreamEvent.@Nullable Outcome how) {
        return new StreamContext.ClosedException(
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
