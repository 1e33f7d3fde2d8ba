package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.util.stream.Collectors;

/** Complete results of tools of MCP servers. Stateless. */
public final class ServerResults {
    private ServerResults() {}

    /**
     * Returns the outcome of a call by the server's result. Its text has the structured content too, unless that is the
     * same, since models read both, and content that isn't text as JSON.
     *
     * @param result the result as the protocol writes it
     */
    public static ToolResult outcome(JsonNode result) {
        String text = result.path("content")
                .valueStream()
                .map(part -> part.path("type").asText().equals("text")
                        ? part.path("text").asText()
                        : part.toString())
                .collect(Collectors.joining("\n"));
        JsonNode structured = result.path("structuredContent");
        String all = structured.isMissingNode() || structured.isNull() || isSame(text, structured)
                ? text
                : (text + "\n" + structured).strip();
        ToolResult outcome = result.path("isError").asBoolean()
                ? ToolResult.failure(all)
                : ToolResult.success(TextNode.valueOf(all));
        return outcome.withLabels(ServerLabels.ofResult(result.path("_meta")));
    }

    private static boolean isSame(String text, JsonNode structured) {
        try {
            StrictJson json = StrictJson.standard();
            return json.read(text).equals(json.read(structured.toString()));
        } catch (MalformedJsonException notJson) {
            return false;
        }
    }
}
