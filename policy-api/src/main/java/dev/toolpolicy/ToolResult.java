package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;

/** The result of a call that ran. A closed family of values. */
public sealed interface ToolResult {

    /**
     * The result of a call that succeeded.
     *
     * @param value the handler's result
     */
    record Success(JsonNode value) implements ToolResult {}

    /**
     * The result of a call that failed.
     *
     * @param reason the message for the model
     */
    record Failure(String reason) implements ToolResult {}

    /**
     * Creates the result of a call that succeeded.
     *
     * @param value the handler's result
     */
    static ToolResult success(JsonNode value) {
        return new Success(value);
    }

    /**
     * Creates the result of a call that failed.
     *
     * @param reason the message for the model
     */
    static ToolResult failure(String reason) {
        return new Failure(reason);
    }
}
