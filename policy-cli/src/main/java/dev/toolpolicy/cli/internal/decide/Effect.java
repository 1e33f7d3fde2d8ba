package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;

/** The outcome of a call that ran, as far as a record tells it. */
enum Effect {
    /** The call succeeded. */
    SUCCESS,
    /** The call failed. */
    FAILURE,
    /** The record doesn't tell. The call counts for limits, and satisfies no requirement. */
    UNKNOWN;

    /**
     * Returns the outcome for a session.
     *
     * @param text the text that the model read, if the call succeeded
     */
    ToolResult result(String text) {
        return switch (this) {
            case SUCCESS -> ToolResult.success(TextNode.valueOf(text));
            case FAILURE -> ToolResult.failure("recorded as failed");
            case UNKNOWN -> ToolResult.unknown("no outcome was recorded");
        };
    }
}
