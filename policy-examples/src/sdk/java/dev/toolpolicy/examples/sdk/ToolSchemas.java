package dev.toolpolicy.examples.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.runtime.text.MalformedJsonException;
import dev.toolpolicy.runtime.text.StrictJson;

/** Schemas of tools, for SDKs that take them as a tree. */
public final class ToolSchemas {
    private ToolSchemas() {}

    /**
     * The schema of a tool's parameters.
     *
     * @param tool the tool
     * @return a JSON object
     */
    public static JsonNode of(ToolDefinition<?> tool) {
        try {
            return StrictJson.standard().read(tool.jsonSchema());
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("the schema of tool \"" + tool.name() + "\" is no JSON", e);
        }
    }
}
