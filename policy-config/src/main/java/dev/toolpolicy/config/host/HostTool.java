package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/**
 * A tool as its host describes it. Immutable; the schema must not be changed.
 *
 * @param name the name that models see
 * @param description what it tells models; may be empty
 * @param schema the JSON Schema of its arguments
 */
public record HostTool(String name, String description, JsonNode schema) {
    /** Checks the components. */
    public HostTool {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(schema, "schema");
    }
}
