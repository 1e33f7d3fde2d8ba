package dev.toolpolicy.springai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.host.HostTool;
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

    private static JsonNode schema(@Nullable String text) {
        try {
            return text == null
                    ? MissingNode.getInstance()
                    : StrictJson.standard().read(text);
        } catch (MalformedJsonException e) {
            return MissingNode.getInstance();
        }
    }
}
