package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import java.util.Objects;

/** A tool of LangChain4j, and what the engine knows of it. */
record DescribedTool(AiServiceTool tool, HostTool described) {
    private static final JsonNode NO_PARAMETERS =
            JsonNodeFactory.instance.objectNode().put("type", "object");

    static DescribedTool of(AiServiceTool tool) {
        ToolSpecification specification = tool.toolSpecification();
        JsonNode parameters =
                ToolSchemas.read(tool.name(), specification.toJson()).path("parameters");
        JsonNode schema = parameters.isObject() ? parameters : NO_PARAMETERS;
        String description = Objects.requireNonNullElse(specification.description(), "");
        return new DescribedTool(tool, new HostTool(tool.name(), description, schema));
    }
}
