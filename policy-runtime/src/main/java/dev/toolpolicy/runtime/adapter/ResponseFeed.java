package dev.toolpolicy.runtime.adapter;

import dev.toolpolicy.runtime.call.ResponseEnd;

/**
 * A reader of a response's events, which feeds the calls to a turn. One thread drives it.
 *
 * @param <E> the SDK's event
 */
public interface ResponseFeed<E> {
    /** The input of a call whose input is free text. It is not JSON, so the call is invalid. */
    String FREE_TEXT = "free text is not JSON";

    /**
     * Reads the next event.
     *
     * @param event the event
     */
    void accept(E event);

    /**
     * Returns how the response ended, after the last event.
     *
     * @return complete only if the provider reported that; a connection that just ends is a cut
     */
    ResponseEnd end();
}
