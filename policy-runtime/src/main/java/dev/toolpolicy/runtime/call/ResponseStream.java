package dev.toolpolicy.runtime.call;

import java.util.List;

/**
 * The calls of one response of a model, each with its own state under its position. Ids repeat, arrive late or are
 * missing, so they don't identify calls. Parts of several calls may interleave.
 *
 * <p>Each object is one attempt at a response; a retry needs a new one. One thread drives it.
 *
 * <p>Not to be implemented by users.
 */
public interface ResponseStream {
    /**
     * Starts a call, or adds to its id and name. A new id at a position in use ends the call there and starts another.
     *
     * @param position the call's position in the response, as the provider counts
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name or a piece of it, empty if it isn't known
     * @return the call
     */
    ToolCallStream start(int position, String id, String name);

    /**
     * Appends argument text to a call. Text at a position where no call has started is kept until the name is known.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     * @return the call
     */
    ToolCallStream append(int position, CharSequence text);

    /**
     * Ends a call, if the provider reports that. A repeated end is ignored. A call without text stays open: it has no
     * arguments if the response turns out to be complete, and is truncated if not.
     *
     * @param position the call's position
     */
    void end(int position);

    /**
     * Ends a call whose whole text a host delivers at the end. It becomes the call's text only if none arrived before.
     * In that case an object without members counts as no text, since hosts write {@code {}} for missing text; the call
     * then stays open as in {@link #end(int)}.
     *
     * @param position the call's position
     * @param whole the whole text as the host has it, possibly empty
     */
    void end(int position, CharSequence whole);

    /**
     * Ends the response, and with it all open calls. If the response is complete, calls without text have no arguments.
     * If it was cut, they are truncated. A call that is concluded before this is truncated, too.
     *
     * @param end how the response ended, as the provider reports
     */
    void finish(ResponseEnd end);

    /**
     * Returns the calls that have started so far.
     *
     * @return an unmodifiable list, in order of their start
     */
    List<ToolCallStream> calls();
}
