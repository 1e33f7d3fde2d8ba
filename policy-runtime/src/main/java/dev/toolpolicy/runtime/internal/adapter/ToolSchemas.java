package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
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
        try {
            return StrictJson.standard().read(tool.jsonSchema());
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("the schema of tool \"" + tool.name() + "\" is not valid JSON", e);
        }
    }
}
