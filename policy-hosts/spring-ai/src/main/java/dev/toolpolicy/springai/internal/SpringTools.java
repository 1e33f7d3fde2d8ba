package dev.toolpolicy.springai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.definition.ToolDefinition;

/** The tools of Spring AI as descriptions for an engine. */
public final class SpringTools {
    private SpringTools() {}

    /** Describes a tool. A schema that isn't JSON becomes one that can't be read, which denies the tool or asks. */
    public static HostTool describe(ToolDefinition tool) {
        String description = tool.description();
        return new HostTool(tool.name(), description == null ? "" : description, schema(tool.inputSchema()));
    }

    /** Reads a schema. That of a method is closed; in Spring AI 1.1 its inner objects don't say so. */
    private static JsonNode schema(@Nullable String text) {
        if (text == null) {
            return MissingNode.getInstance();
        }
        try {
            JsonNode schema = StrictJson.standard().read(text);
            return schema.path("additionalProperties").asBoolean(true) ? schema : ToolSchemas.closed(schema);
        } catch (MalformedJsonException e) {
            return MissingNode.getInstance();
        }
    }
}
