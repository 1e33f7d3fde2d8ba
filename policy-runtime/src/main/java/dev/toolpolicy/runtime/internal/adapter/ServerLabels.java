package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.FlowFacts;
import java.util.HashSet;
import java.util.Set;

/** The labels that an MCP server gives its results. They join those that the operator wrote, and remove none. */
public final class ServerLabels {
    private ServerLabels() {}

    /**
     * Returns the labels of all results of a tool.
     *
     * @param annotations the tool's annotations in the server's list; missing or null if it has none
     */
    public static Set<String> ofTool(JsonNode annotations) {
        return annotations.path("openWorldHint").asBoolean() ? Set.of(FlowFacts.UNTRUSTED) : Set.of();
    }

    /**
     * Returns the labels of one result.
     *
     * @param meta the result's {@code _meta}; missing or null if it has none
     */
    public static Set<String> ofResult(JsonNode meta) {
        JsonNode ifc = meta.path("ifc");
        JsonNode readers = ifc.path("confidentiality");
        Set<String> labels = new HashSet<>();
        if (ifc.path("integrity").asText().equals("low")) {
            labels.add(FlowFacts.UNTRUSTED);
        }
        if (readers.isArray() || readers.asText().equals("private")) {
            labels.add("private");
        }
        return labels;
    }
}
