package dev.toolpolicy.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A writer of tool schemas as JSON Schema for models (draft 2020-12): parameters in declaration order,
 * {@code required}, {@code additionalProperties}, allowed values, bounds, defaults and descriptions. It writes a path
 * as a string. Stateless.
 */
final class JsonSchemaWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonSchemaWriter() {}

    /** Writes a schema as a new object that the caller may change. */
    static ObjectNode write(ToolSchema schema) {
        return write(schema.root());
    }

    /** Writes one type; models see a path as a string. */
    private static ObjectNode write(ParameterType type) {
        String name = type.kind() == ParameterType.Kind.PATH ? "string" : type.typeName();
        ObjectNode node = NODES.objectNode();
        if (type.kind() != ParameterType.Kind.ANY) {
            node.put("type", name);
        }
        writeAllowed(node, type.allowed());
        writeBounds(node, type);
        type.items().ifPresent(items -> node.set("items", write(items)));
        if (type.kind() == ParameterType.Kind.OBJECT) {
            writeObject(node, type);
        }
        return node;
    }

    private static void writeAllowed(ObjectNode node, List<String> allowed) {
        if (!allowed.isEmpty()) {
            ArrayNode values = node.putArray("enum");
            allowed.forEach(values::add);
        }
    }

    private static void writeBounds(ObjectNode node, ParameterType integer) {
        if (integer.lowest() != null) {
            node.put("minimum", integer.lowest());
        }
        if (integer.highest() != null) {
            node.put("maximum", integer.highest());
        }
    }

    private static void writeObject(ObjectNode node, ParameterType object) {
        ObjectNode properties = node.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        for (Parameter property : object.properties()) {
            properties.set(property.name(), write(property));
            if (property.isRequired()) {
                required.add(property.name());
            }
        }
        node.set("required", required);
        JsonNode additional = object.additional() == null ? NODES.booleanNode(false) : write(object.additional());
        node.set("additionalProperties", additional);
    }

    private static ObjectNode write(Parameter property) {
        ObjectNode node = write(property.type());
        if (!property.description().isEmpty()) {
            node.put("description", property.description());
        }
        property.defaultValue().ifPresent(value -> node.set("default", value));
        return node;
    }
}
