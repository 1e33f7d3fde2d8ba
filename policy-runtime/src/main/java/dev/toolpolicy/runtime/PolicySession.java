package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.SessionCalls;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.stream.CallProgress;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One session of an engine: the calls that a model makes for one task, and the state that policies keep of them. Calls
 * of one session may run on several threads. Each call is driven by one thread.
 *
 * <p>Not to be implemented by users.
 */
public interface PolicySession extends AutoCloseable {
    /**
     * Sets what the service knows about the session's calls, such as the role of the caller. Rules look at it. Replaces
     * all earlier facts: what the new value lacks is not known any more. Calls that are being read are decided again by
     * the new facts before they run.
     *
     * @param known a record, a map, a tree of Jackson 2 or JSON text with declared facts
     * @return this session
     * @throws IllegalArgumentException if a fact isn't declared or doesn't fit its type
     * @throws IllegalStateException if the session is closed
     */
    PolicySession facts(Object known);

    /**
     * Returns this session for calls about which other facts are known: {@code session.withFacts(caller).execute(...)}. Its
     * own facts stay as they are. Closing either closes both.
     *
     * @param known a record, a map, a tree of Jackson 2 or JSON text with declared facts
     * @return the same session with these facts for its calls
     * @throws IllegalArgumentException if a fact isn't declared or doesn't fit its type
     * @throws IllegalStateException if the session is closed
     */
    PolicySession withFacts(Object known);

    /**
     * Adds labels of text that reaches the model by another way than results: retrieved documents, uploads, a prompt with
     * a customer's text. An engine that records no flows ignores them.
     *
     * @param labels the labels, such as {@code untrusted}: small letters, digits and {@code -}
     * @return this session
     * @throws IllegalArgumentException if a label isn't one
     * @throws IllegalStateException if the session is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if they can't be stored
     */
    PolicySession addLabels(String... labels);

    /**
     * Adds what the user's own words name to the set {@code request}. Never pass text that a template, a document or
     * another model has written. Only keyed digests are kept. A message that is too long names nothing. An engine that
     * records no flows ignores messages.
     *
     * @param parts the message as the user wrote it, in one or several parts
     * @return this session
     * @throws IllegalStateException if the session is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if it can't be stored
     */
    PolicySession userMessage(String... parts);

    /**
     * Returns the labels of the text that the session's model may have read, each with who brought it first.
     *
     * @return the labels by name; none if the engine records no flows
     * @throws IllegalStateException if the session is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if they can't be read
     */
    List<SessionLabel> labels();

    /**
     * Returns the tools that a model may be offered with the session's facts. A tool of which every call is denied is
     * left out.
     *
     * @return the callable tools, each with its current rule lists
     * @throws IllegalStateException if the session is closed
     */
    ToolCatalog offeredTools();

    /**
     * Returns the session's id.
     *
     * @return the id
     */
    String id();

    /**
     * Starts a turn: a response of a model, the execution of its calls, and their results.
     *
     * @param tools the handlers that run approved calls
     * @param settings the settings of the turn
     * @return the turn, which takes the parts of the response's calls
     * @throws IllegalStateException if the session is closed
     */
    ToolTurn turn(ToolHandlers tools, TurnSettings settings);

    /**
     * Decides about a complete call, asks for approval if needed, runs its handler on this thread, records the outcome
     * and delivers the result by the tool's result rules.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link #guard}
     * @param handlers the handlers of the tools
     * @return the result for the model, also of a call that was denied, declined, invalid or failed
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    CallResult execute(String callId, String tool, @Nullable Object arguments, ToolHandlers handlers);

    /**
     * Decides about a complete call as {@link #execute} does, without waiting. The handler runs on the handlers'
     * executor.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link #guard}
     * @param handlers the handlers of the tools
     * @return a stage with the result, which never fails
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    CompletionStage<CallResult> executeAsync(
            String callId, String tool, @Nullable Object arguments, ToolHandlers handlers);

    /**
     * Guards a complete call that the host runs: {@code session.guard(id, tool, json).run(args -> host.call(args))}.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments: JSON text, a tree of Jackson 2, a map or a record; none if null or blank text
     * @return the call, which is decided when it is run
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    GuardedCall guard(String callId, String tool, @Nullable Object arguments);

    /**
     * Sets a display that follows the arguments of later calls while they arrive. Replaces an earlier display.
     *
     * @param display receives each piece, with the value that it completes, on the thread that feeds the call's text;
     *     its exceptions are logged and the call continues
     */
    void onProgress(Consumer<? super CallProgress> display);

    /**
     * Returns the session's policies. A service may add and remove policies there.
     *
     * @return the policies, each with its state
     */
    SessionPolicies policies();

    /**
     * Returns the lower ways to this session's calls: one at a time while its text streams, with a stored approval, or
     * only to look at.
     *
     * @return the calls of this session
     */
    SessionCalls calls();

    /**
     * Closes the session: it takes no more calls, and the approval requests of this object are declined at once, so that
     * their calls don't run. To let an approver finish, close the session when the last {@link ToolCallStream#conclude}
     * or {@link ToolTurn#result} is done. The session's state stays in the engine's store until {@link
     * SessionPolicies#clear} or until it expires there. The labels of a session with a parent join the parent's
     * now, so close it before its answer reaches the parent's model. Closing again has no effect.
     *
     * @throws dev.toolpolicy.runtime.store.StoreException if the labels can't be added to the parent's; the session isn't
     *     closed then
     */
    @Override
    void close();
}
