package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;

/**
 * Decides about calls by what happened before in their session. A policy is immutable and serves any number of
 * sessions at once: what it remembers is a JSON value that belongs to (session, policy name) and is handed to it.
 *
 * <p>A call is previewed any number of times while its arguments stream, by {@link #check} alone. Just before it would
 * run it is checked once for all; {@link #onCheck} is where that counts. If it ran, either {@link #onResult} or
 * {@link #onFailure} follows.
 *
 * <p>All methods are pure: they may be called again with the same values, since a change of the session's state is
 * repeated when another one came first; from any thread; and they must not block. One that throws in {@link #forCall},
 * {@link #check} or {@link #onCheck} denies the call; one that throws later denies every call it governs until it is
 * reset, since what it remembers is no longer to be trusted.
 */
public interface ToolPolicy {

    /**
     * The policy's name, unique in a registry.
     *
     * @return the name, not empty
     */
    String name();

    /**
     * The tools it governs.
     *
     * @return the selector
     */
    ToolSelector governs();

    /**
     * What kind of policy it is: state that one kind has remembered is never handed to another.
     *
     * @return the kind, not empty; the class's name unless overridden
     */
    default String kind() {
        return getClass().getName();
    }

    /**
     * What it was built with, as far as its state depends on it: state that was remembered under another configuration
     * is never handed to it.
     *
     * @return a JSON value, the same for equal policies in every process; an empty object unless overridden
     */
    default JsonNode configuration() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Whether it keeps what it remembers when the session's conversation is rolled back to an earlier turn: a quota does,
     * since the effects that it counts are not undone.
     *
     * @return false unless overridden: it remembers what it did at that turn
     */
    default boolean survivesRollback() {
        return false;
    }

    /**
     * What it remembers after the session's conversation was rolled back to an earlier turn. A policy that is put together
     * of others asks each of them.
     *
     * @param then what it remembered at that turn; not to be changed
     * @param now what it remembers now; not to be changed
     * @return what it remembers from now on: {@code now} if it {@linkplain #survivesRollback survives}, else {@code then},
     *     unless overridden
     */
    default JsonNode onRollback(JsonNode then, JsonNode now) {
        return survivesRollback() ? now : then;
    }

    /**
     * What it needs to know of a call before it can answer.
     *
     * @param tool the tool's name
     * @return the needs; {@link ArgumentNeeds#all()} unless overridden
     */
    default ArgumentNeeds needs(String tool) {
        return ArgumentNeeds.all();
    }

    /**
     * What it remembers when a session begins.
     *
     * @return a JSON value; an empty object unless overridden
     */
    default JsonNode initialState() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * What this policy is for one call: asked once before its check, and the answer serves the check and the result
     * alike. This is where a policy that depends on the session's facts settles what it does.
     *
     * @param context where the call happens
     * @return a policy that uses this one's state; this one unless overridden
     */
    default ToolPolicy forCall(PolicyContext context) {
        return this;
    }

    /**
     * What it says of a call whose arguments still stream, as far as that is certain: what {@link #check} will say of all
     * the arguments, if the session stays as it is.
     *
     * @param call the call with those arguments that are complete
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happens
     * @return what {@link #check} says as soon as the {@link #needs} are there, and before that nothing, unless overridden
     */
    default Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        return needs(call.tool()).areIn(call.arguments())
                ? Optional.of(check(call, state, context))
                : Optional.empty();
    }

    /**
     * Decides about a call: asked once or more as a {@linkplain #preview preview}, and once just before the call runs.
     *
     * @param call the call; in a preview with those arguments that are complete
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happens
     * @return the decision; throwing or returning null denies
     */
    PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context);

    /**
     * Hears of the check that counts, after all policies were asked: here a policy reserves, or counts attempts.
     *
     * @param call the call, with all its arguments
     * @param decision what the policies together say: a call that is allowed begins now
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happens
     * @return what it remembers from now on; {@code state} itself, unless overridden
     */
    default JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return state;
    }

    /**
     * Hears of a call that ran and succeeded.
     *
     * @param call the call as it was checked, with all its arguments
     * @param result what came of it
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happened; the time is that of its check
     * @return what it remembers from now on; {@code state} itself if nothing changed
     */
    default JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return state;
    }

    /**
     * Hears of a call that began and did not succeed: it failed, timed out or was cancelled. Here a policy takes back
     * what it reserved for this call, and nothing else.
     *
     * @param call the call as it was checked, with all its arguments
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happened; the time is that of its check
     * @return what it remembers from now on; {@code state} itself, unless overridden
     */
    default JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return state;
    }
}
