package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;

/** What came of a call that ran. A closed family of values. */
public sealed interface ToolResult {

    /**
     * The handler did what it was asked.
     *
     * @param value what it returned
     */
    record Success(JsonNode value) implements ToolResult {}

    /**
     * The handler failed.
     *
     * @param reason what the model is told
     */
    record Failure(String reason) implements ToolResult {}

    /**
     * A success.
     *
     * @param value what the handler returned
     * @return the result
     */
    static ToolResult success(JsonNode value) {
        return new Success(value);
    }

    /**
     * A failure.
     *
     * @param reason what the model is told
     * @return the result
     */
    static ToolResult failure(String reason) {
        return new Failure(reason);
    }
}
