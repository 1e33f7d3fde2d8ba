package dev.toolpolicy.runtime.adapter;

import dev.toolpolicy.runtime.call.ResponseEnd;

/**
 * A reader of a response's events, which feeds the calls to a turn. One thread drives it.
 *
 * @param <E> the SDK's event
 */
public interface ResponseFeed<E> {
    /**
     * Reads the next event.
     *
     * @param event the event
     * @throws RuntimeException if the event contradicts its format; no call of the response runs then
     */
    void accept(E event);

    /**
     * Returns how the response ended, after the last event.
     *
     * @return complete only if the provider reported that; a connection that just ends is a cut
     */
    ResponseEnd end();
}
