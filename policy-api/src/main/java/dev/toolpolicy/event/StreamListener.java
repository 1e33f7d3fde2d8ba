package dev.toolpolicy.event;

/**
 * A listener for streams under stream policies: for logs and metrics.
 *
 * <p>The runner calls it on the thread that drives the stream. It should return quickly. An exception from it is logged
 * and changes nothing; the other listeners are still called.
 */
@FunctionalInterface
public interface StreamListener {

    /** Receives an event. */
    void onStreamEvent(StreamEvent event);
}
