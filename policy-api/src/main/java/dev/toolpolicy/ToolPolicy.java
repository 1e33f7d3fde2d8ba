package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * Decides about calls by what happened before in their session. A policy is immutable and serves any number of
 * sessions at once: what it remembers is a JSON value that belongs to (session, policy name) and is handed to it.
 *
 * <p>Both methods are pure: they may be called again with the same values, from any thread, and must not block.
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
     * Decides about a call: asked once or more as a preview, as soon as {@link #needs} are there, and once just before
     * the call runs.
     *
     * @param call the call; in a preview with those arguments that are complete
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happens
     * @return the decision; throwing or returning null denies
     */
    PolicyDecision check(ToolCall call, JsonNode state, ToolContext context);

    /**
     * Hears of a call that ran and succeeded.
     *
     * @param call the call as it was checked, with all its arguments
     * @param result what came of it
     * @param state what this policy remembers of this session; not to be changed
     * @param context where the call happened
     * @return what it remembers from now on; {@code state} itself if nothing changed
     */
    default JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, ToolContext context) {
        return state;
    }
}
