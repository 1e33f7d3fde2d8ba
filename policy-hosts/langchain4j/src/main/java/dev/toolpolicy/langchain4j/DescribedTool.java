package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import java.util.Objects;

/** A tool of LangChain4j, and what the engine knows of it. */
record DescribedTool(AiServiceTool tool, HostTool described) {
    private static final JsonNode NO_PARAMETERS =
            JsonNodeFactory.instance.objectNode().put("type", "object");

    static DescribedTool of(AiServiceTool tool) {
        return of(tool, schema(tool));
    }

    /** Describes a tool that is a method. */
    static DescribedTool ofMethod(AiServiceTool tool) {
        return of(tool, ToolSchemas.closed(schema(tool)));
    }

    private static DescribedTool of(AiServiceTool tool, JsonNode schema) {
        String description = Objects.requireNonNullElse(tool.toolSpecification().description(), "");
        return new DescribedTool(tool, new HostTool(tool.name(), description, schema));
    }

    private static JsonNode schema(AiServiceTool tool) {
        JsonNode parameters =
                ToolSchemas.read(tool.name(), tool.toolSpecification().toJson()).path("parameters");
        return parameters.isObject() ? parameters : NO_PARAMETERS;
    }
}
