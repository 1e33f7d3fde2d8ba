package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;

/** The schemas of tools, for SDKs that take them as a tree. */
public final class ToolSchemas {
    private ToolSchemas() {}

    /**
     * Returns the schema of a tool's parameters.
     *
     * @param tool the tool
     * @return a JSON object
     */
    public static JsonNode of(ToolSpec<?> tool) {
        return read(tool.name(), tool.jsonSchema());
    }

    /**
     * Reads what a host says of a tool.
     *
     * @param tool the tool's name, for the message
     * @param json the text, in which no name comes twice in one object
     * @return the text as a tree
     * @throws IllegalArgumentException if the text isn't JSON
     */
    public static JsonNode read(String tool, String json) {
        try {
            return StrictJson.standard().read(json);
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("the schema of tool \"" + tool + "\" is not valid JSON", e);
        }
    }

    /**
     * Closes the schema of a method: an object has no other members than those that the schema names. The host binds
     * objects by their classes, which may read a member by further names, of setters or aliases. No rule would see it.
     *
     * @param schema the schema, which stays as it is
     * @return a closed copy
     */
    public static JsonNode closed(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        close(copy);
        return copy;
    }

    private static void close(JsonNode schema) {
        schema.forEach(ToolSchemas::close);
        if (schema instanceof ObjectNode object
                && !object.path("type").isMissingNode()
                && !object.path("type").isObject() // it is a keyword, and not the schema of a property with this name
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) {
            object.put("additionalProperties", false);
        }
    }
}
