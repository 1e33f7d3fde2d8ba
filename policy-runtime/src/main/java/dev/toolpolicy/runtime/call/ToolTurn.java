package dev.toolpolicy.runtime.call;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The reading, deciding and running of all calls of one response. Approval is requested while it streams, approved
 * calls run, and each call gets a result for the model.
 *
 * <pre>{@code
 * ToolTurn turn = session.turn(tools, TurnSettings.defaults().withCancellation(response::close));
 * for (Event event : response) {
 *     …                                   // turn.start, turn.append, turn.end, by the call's position
 * }
 * turn.finish(ResponseEnd.COMPLETE).thenAccept(result -> send(result.results()));
 * }</pre>
 *
 * <p>A turn <em>reads</em> until the response ends, is cancelled since all its calls are settled, or is abandoned. Then
 * its calls <em>run</em> in their order, each after the results of earlier calls have been recorded. No call runs
 * before the response has ended, since a failed response is requested again. The turn is <em>done</em> when each call
 * has its result.
 *
 * <p>One thread at a time feeds the turn and never waits. All other methods may be used from any thread.
 *
 * <p>Not to be implemented by users.
 */
public interface ToolTurn {
    /**
     * Starts a call, or adds to its id and name. Parts that arrive after the turn was cancelled are dropped.
     *
     * @param position the call's position in the response, as the provider counts
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name or a piece of it, empty if it isn't known
     */
    void start(int position, String id, String name);

    /**
     * Appends argument text to a call.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     */
    void append(int position, CharSequence text);

    /**
     * Ends a call, if the provider reports that. A call without text stays open until {@link #finish}: it has no
     * arguments if the response is complete, and is truncated if not.
     *
     * @param position the call's position
     */
    void end(int position);

    /**
     * Ends a call whose whole text the host delivers at the end, as providers without pieces do. It becomes the call's
     * text only if none arrived before. In that case an object without members counts as no text, as in {@link
     * #end(int)}, since hosts write {@code {}} for missing text.
     *
     * @param position the call's position
     * @param whole the whole text as the host has it, possibly empty
     */
    void end(int position, CharSequence whole);

    /**
     * Notes that the provider itself ran a tool, such as a web search, whose text the model reads in this response. The
     * labels of the tool's results join the session's, for each call that is read after it. No rule decides on it.
     *
     * @param tool the tool's name as the provider gives it, possibly empty
     * @throws dev.toolpolicy.runtime.store.StoreException if the labels can't be stored
     */
    void provided(String tool);

    /**
     * Ends the response and runs the approved calls. Does nothing if the turn is over.
     *
     * @param end how the response ended, as the provider reports
     * @return the stage that {@link #result()} returns
     */
    CompletionStage<TurnResult> finish(ResponseEnd end);

    /**
     * Abandons the turn, since the response failed or the user left. No more calls run, open approval requests are
     * withdrawn, running handlers are interrupted, and each call gets a result with the reason.
     *
     * @param reason the reason, for results and records
     * @return the stage that {@link #result()} returns
     */
    CompletionStage<TurnResult> abandon(String reason);

    /**
     * Returns a stage with the results of all calls.
     *
     * @return a stage that always completes, since approvals and handlers time out
     */
    CompletionStage<TurnResult> result();

    /**
     * Returns the response's calls.
     *
     * @return the calls that have started so far, in their order; their text must go through the turn
     */
    List<ToolCallStream> calls();
}
