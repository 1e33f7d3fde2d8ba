package dev.toolpolicy.examples.sdk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.ToolDefinition;

/** Schemas of tools, for SDKs that take them as a tree. */
public final class ToolSchemas {
    private static final JsonMapper JSON = new JsonMapper();

    private ToolSchemas() {}

    /**
     * The schema of a tool's parameters.
     *
     * @param tool the tool
     * @return a JSON object
     */
    public static JsonNode of(ToolDefinition<?> tool) {
        try {
            return JSON.readTree(tool.jsonSchema());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the schema of tool \"" + tool.name() + "\" is no JSON", e);
        }
    }
}
