package dev.toolpolicy.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Values made from a JSON Schema's text alone: right ones, or with some part wrong. Nulls for optional members, floats
 * beyond their range and NUL in paths are left out: of these it is decided that the text is silent (see
 * docs/internal/decisions/schemas.md).
 */
final class SchemaValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random;

    SchemaValues(Random random) {
        this.random = random;
    }

    /** A value of a schema; about one in {@code wrong} of its parts is of any other, none if that is 0. */
    JsonNode of(JsonNode schema, int wrong) {
        if (wrong > 0 && random.nextInt(wrong) == 0) {
            return any();
        } else if (schema.has("enum")) {
            return wrong > 0 && random.nextInt(wrong) == 0
                    ? NODES.textNode("red")
                    : schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        return switch (schema.path("type").asText()) {
            case "string" ->
                NODES.textNode(List.of("", "a/b", "../x", "caf\u00e9 \ud83d\ude00", " ")
                        .get(random.nextInt(5)));
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            case "integer" -> whole(schema, wrong);
            case "number" -> decimal(List.of("0", "-0.5", "1e3", "3.25", "0.1").get(random.nextInt(5)));
            case "array" -> array(schema, wrong);
            case "object" -> object(schema, wrong);
            default -> any();
        };
    }

    private JsonNode whole(JsonNode schema, int wrong) {
        BigDecimal lowest = schema.path("minimum").decimalValue();
        BigDecimal highest = schema.path("maximum").decimalValue();
        boolean comparable =
                highest.precision() < 19; // networknt compares by long, where a long's bounds don't count as bounds
        BigDecimal outside = comparable && wrong > 0 && random.nextInt(wrong) == 0 ? BigDecimal.ONE : BigDecimal.ZERO;
        return switch (random.nextInt(4)) {
            case 0 -> DecimalNode.valueOf(lowest.subtract(outside));
            case 1 -> DecimalNode.valueOf(highest.add(outside));
            case 2 -> decimal("3.0");
            default -> decimal("7e1");
        };
    }

    private ArrayNode array(JsonNode schema, int wrong) {
        ArrayNode array = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(of(schema.get("items"), wrong));
        }
        return array;
    }

    private ObjectNode object(JsonNode schema, int wrong) {
        ObjectNode object = NODES.objectNode();
        List<String> required = names(schema.path("required"));
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            boolean given = required.contains(property.getKey())
                    ? wrong == 0 || random.nextInt(wrong) > 0
                    : random.nextBoolean();
            if (given) {
                object.set(property.getKey(), of(property.getValue(), wrong));
            }
        }
        JsonNode additional = schema.path("additionalProperties");
        if (additional.isObject() && random.nextBoolean()) {
            object.set("x/y ~", of(additional, wrong));
        } else if (wrong > 0 && random.nextInt(wrong) == 0) {
            object.set("surprise", any());
        }
        return object;
    }

    private static List<String> names(JsonNode array) {
        List<String> names = new ArrayList<>();
        array.forEach(name -> names.add(name.asText()));
        return names;
    }

    private JsonNode any() {
        return switch (random.nextInt(5)) {
            case 0 -> NODES.textNode("any");
            case 1 -> decimal("1.5");
            case 2 -> NODES.booleanNode(true);
            case 3 -> NODES.arrayNode().add("x");
            default -> NODES.objectNode().put("y", 1);
        };
    }

    private static JsonNode decimal(String text) {
        return DecimalNode.valueOf(new BigDecimal(text));
    }
}
