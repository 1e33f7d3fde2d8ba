package dev.toolpolicy.runtime.internal.adapter;

/** A receiver of a response's calls. Each call has a position of its own in the response, from 0. */
public interface CallSink {

    /**
     * Starts a call for the service to run, or adds to its id and name.
     *
     * @param position the call's position
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name or a piece of it, possibly empty
     */
    void start(int position, String id, String name);

    /**
     * Starts a call whose input is free text and not JSON.
     *
     * @param position the call's position
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name, possibly empty
     */
    void startFreeText(int position, String id, String name);

    /**
     * Starts a call that the provider runs itself.
     *
     * @param position the call's position
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name, possibly empty
     */
    void startProvided(int position, String id, String name);

    /**
     * Appends text to a call.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     */
    void text(int position, String text);

    /**
     * Ends a call, where the provider reports that.
     *
     * @param position the call's position
     */
    void end(int position);
}
