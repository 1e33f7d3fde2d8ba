package dev.toolpolicy.event;

/**
 * Hears of the streams that policies look at: for logs and metrics.
 *
 * <p>Called on the thread that drives the stream; it should return quickly. One that throws changes nothing: the failure
 * is logged, and the other listeners hear of the event.
 */
@FunctionalInterface
public interface StreamListener {

    /**
     * Something happened.
     *
     * @param event what
     */
    void onStreamEvent(StreamEvent event);
}
