package dev.toolpolicy.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * The two ways in which JSON Schemas say that a value may be null: {@code type} as a pair, and {@code anyOf} a pair.
 */
final class NullableSchema {
    private static final String ANY_OF = "anyOf";

    private NullableSchema() {}

    /** The schema of the values that are not null; the schema itself if it is none of the two forms. */
    static JsonNode withoutNull(JsonNode schema) {
        JsonNode types = schema.path("type");
        if (types.isArray() && types.size() == 2 && nullIn(types) >= 0 && !schema.has("enum")) {
            ObjectNode other = schema.deepCopy();
            return other.set("type", types.get(1 - nullIn(types)));
        }
        JsonNode choices = schema.path(ANY_OF);
        if (choices.isArray() && choices.size() == 2 && !schema.has("type") && nullSchemaIn(choices) >= 0) {
            JsonNode other = choices.get(1 - nullSchemaIn(choices));
            if (other instanceof ObjectNode chosen) {
                ObjectNode all = schema.deepCopy();
                all.remove(ANY_OF);
                chosen.properties().forEach(each -> all.set(each.getKey(), each.getValue()));
                return all;
            }
        }
        return schema;
    }

    /** Where the type of the values that are not null stands, below the schema. */
    static String placeOfType(JsonNode schema) {
        JsonNode choices = schema.path(ANY_OF);
        return choices.isArray() ? "/" + ANY_OF + "/" + (1 - nullSchemaIn(choices)) : "";
    }

    private static int nullIn(JsonNode types) {
        TextNode nothing = TextNode.valueOf("null");
        return types.get(0).equals(nothing) ? 0 : types.get(1).equals(nothing) ? 1 : -1;
    }

    private static int nullSchemaIn(JsonNode choices) {
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i).size() == 1 && choices.get(i).path("type").asText().equals("null")) {
                return i;
            }
        }
        return -1;
    }
}
