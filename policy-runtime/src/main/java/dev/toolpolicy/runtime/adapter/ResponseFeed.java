package dev.toolpolicy.runtime.adapter;

import dev.toolpolicy.runtime.call.ResponseEnd;

/**
 * Tells a turn what the events of a response say of calls. One thread drives it.
 *
 * @param <E> the SDK's event
 */
public interface ResponseFeed<E> {
    /** What stands for the input of a call whose input is free text: no JSON, so that the call is invalid (C7). */
    String FREE_TEXT = "free text is no JSON";

    /**
     * Another event came.
     *
     * @param event the event
     */
    void accept(E event);

    /**
     * How the response ended, when no event comes any more.
     *
     * @return complete only if the provider said so; a connection that just ends is a cut
     */
    ResponseEnd end();
}
