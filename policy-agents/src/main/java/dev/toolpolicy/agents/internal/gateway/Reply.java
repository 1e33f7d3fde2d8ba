package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.schema.FlowFacts;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The server's answer to a tool call.
 *
 * @param message the response; empty if none came, so that it is unknown whether the tool ran
 */
record Reply(Optional<Message> message) {
    private static final Reply NONE = new Reply(Optional.empty());

    /** Returns the answer of a server that has gone. */
    static Reply none() {
        return NONE;
    }

    /**
     * Returns what the answer means for later calls. What the server says beside the result adds labels, and takes none
     * away.
     *
     * @param labels the labels that the server's list adds for this tool
     */
    ToolResult outcome(Set<String> labels) {
        ToolResult outcome = outcome();
        JsonNode ifc =
                message.map(answer -> answer.result().path("_meta").path("ifc")).orElse(MissingNode.getInstance());
        Set<String> all = new HashSet<>(labels);
        if (ifc.path("integrity").asText().equals("low")) {
            all.add(FlowFacts.UNTRUSTED);
        }
        JsonNode readers = ifc.path("confidentiality");
        if (readers.isArray() || readers.asText().equals("private")) {
            all.add("private");
        }
        return outcome.withLabels(all);
    }

    private ToolResult outcome() {
        if (message.isEmpty()) {
            return ToolResult.unknown("the MCP server ended before it answered");
        }
        JsonNode tree = message.get().tree();
        JsonNode result = message.get().result();
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
        return result.path("isError").asBoolean()
                ? ToolResult.failure(result.path("content").toString())
                : ToolResult.success(result);
    }
}
