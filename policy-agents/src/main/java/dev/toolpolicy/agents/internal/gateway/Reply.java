package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import dev.toolpolicy.runtime.internal.adapter.ServerResults;
import java.util.Optional;
import java.util.Set;

/**
 * The server's answer to a tool call.
 *
 * @param message the response; empty if none came
 * @param unanswered what it means that none came
 */
record Reply(Optional<Message> message, ToolResult unanswered) {
    private static final JsonNode COMPLETE = TextNode.valueOf("complete");

    /** Creates an answer; without a message, it is unknown whether the tool ran. */
    Reply(Optional<Message> message) {
        this(
                message,
                ToolResult.unknown("It is unknown whether the call ran: the MCP server ended before it answered, or"
                        + " its answer can't be read"));
    }

    /** Returns the answer of a server that has gone, or whose answer can't be read. */
    static Reply none() {
        return new Reply(Optional.empty());
    }

    /** Returns the answer to a call that the server never got, so that no limit counts it. */
    static Reply notSent(String why) {
        return new Reply(Optional.empty(), ToolResult.failureWithoutEffect(why));
    }

    /**
     * Returns what the answer means for later calls.
     *
     * @param labels the labels of all results of the tool
     */
    ToolResult outcome(Set<String> labels) {
        return outcome().withLabels(labels).withLabels(ServerLabels.ofResult(result().path("_meta")));
    }

    /** Returns the result; missing if there is none. */
    JsonNode result() {
        return message.map(Message::result).orElse(MissingNode.getInstance());
    }

    /** Returns why a request of the gateway's own has no result that it could use. */
    String refusal(String method) {
        JsonNode error = message.map(each -> each.tree().path("error")).orElse(MissingNode.getInstance());
        String supported = error.path("data").path("supported").toString();
        return message.isEmpty()
                ? "no answer to " + method
                : error.has("message")
                        ? method + " is refused: " + error.path("message").asText()
                                + (supported.isEmpty() ? "" : ", supported: " + supported)
                        : result().path("resultType").asText().equals("input_required")
                                ? "the server wants input before it answers " + method
                                : "the answer to " + method + " is not what the protocol says";
    }

    private ToolResult outcome() {
        if (message.isEmpty()) {
            return unanswered;
        }
        JsonNode tree = message.get().tree();
        JsonNode result = result();
        if (tree.has("error")) {
            return ToolResult.failure(
                    tree.path("error").path("message").asText("the MCP server answered with an error"));
        }
        if (!result.isObject()) {
            return ToolResult.unknown("the MCP server's answer is not a result");
        }
        if (result.has("task")) {
            return ToolResult.unknown("the MCP server goes on with it as a task");
        }
        if (result.has("resultType") && !result.path("resultType").equals(COMPLETE)) {
            return ToolResult.unknown("the MCP server has not completed it: it wants input, or goes on otherwise");
        }
        return ServerResults.outcome(result);
    }
}
