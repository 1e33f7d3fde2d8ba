package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/** Keywords of a JSON Schema, or of the one that it refers to. Stateless. */
final class SchemaWords {
    /** Longer chains are refused where the type is read. */
    private static final int STEPS = 64;

    private SchemaWords() {}

    /**
     * Returns the value of a keyword in a schema, or else in the schema that it refers to or that is its only
     * alternative to null.
     */
    static JsonNode found(JsonNode schema, String keyword, SchemaReferences references) {
        JsonNode at = schema;
        for (int i = 0; i < STEPS && at.isObject(); i++) {
            if (at.has(keyword)) {
                return at.get(keyword);
            }
            at = next(at, references);
        }
        return MissingNode.getInstance();
    }

    private static JsonNode next(JsonNode schema, SchemaReferences references) {
        if (schema.has("$ref")) {
            Optional<String> place = references.place(schema.get("$ref"));
            return place.map(references::at).orElse(MissingNode.getInstance());
        }
        JsonNode only = MissingNode.getInstance();
        for (String keyword : new String[] {"allOf", "anyOf", "oneOf"}) {
            int others = 0;
            for (JsonNode each : schema.path(keyword)) {
                if (!each.path("type").asText().equals("null")) {
                    only = each;
                    others++;
                }
            }
            if (others > 1) {
                return MissingNode.getInstance();
            }
        }
        return only;
    }
}
