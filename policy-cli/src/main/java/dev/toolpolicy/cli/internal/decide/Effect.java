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

    /** Returns the outcome for a session; the result of a success is empty. */
    ToolResult result() {
        return switch (this) {
            case SUCCESS -> ToolResult.success(TextNode.valueOf(""));
            case FAILURE -> ToolResult.failure("recorded as failed");
            case UNKNOWN -> ToolResult.unknown("no outcome was recorded");
        };
    }

    /** Returns the outcome for a session, if the model has read a text after the call. */
    ToolResult withText(String text) {
        return this == SUCCESS ? ToolResult.success(TextNode.valueOf(text)) : result();
    }
}
