package dev.toolpolicy.springai.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.config.host.HostTool;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.definition.ToolDefinition;

/** The tools of Spring AI as descriptions for an engine. */
public final class SpringTools {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SpringTools() {}

    /** Describes a tool. A schema that isn't JSON becomes one that can't be read, which denies the tool or asks. */
    public static HostTool describe(ToolDefinition tool) {
        String description = tool.description();
        return new HostTool(tool.name(), description == null ? "" : description, schema(tool.inputSchema()));
    }

    private static JsonNode schema(@Nullable String text) {
        try {
            return text == null ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
