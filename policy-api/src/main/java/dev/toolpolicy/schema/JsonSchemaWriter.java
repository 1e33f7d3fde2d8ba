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

    private static ObjectNode write(ParameterType type) {
        return type.accept(new TypeWriter());
    }

    /** Writes one type; models see a path as a string. */
    private static final class TypeWriter implements ParameterType.Visitor<ObjectNode> {
        @Override
        public ObjectNode string(ParameterType.StringType type) {
            return text(type.allowed());
        }

        @Override
        public ObjectNode path(ParameterType.PathType type) {
            return text(type.allowed());
        }

        private static ObjectNode text(List<String> allowed) {
            ObjectNode node = typed("string");
            writeAllowed(node, allowed);
            return node;
        }

        @Override
        public ObjectNode integer(ParameterType.IntegerType type) {
            ObjectNode node = typed(type.typeName());
            writeBounds(node, type);
            return node;
        }

        @Override
        public ObjectNode number(ParameterType.NumberType type) {
            return typed(type.typeName());
        }

        @Override
        public ObjectNode bool(ParameterType.BooleanType type) {
            return typed(type.typeName());
        }

        @Override
        public ObjectNode array(ParameterType.ArrayType type) {
            return typed(type.typeName()).set("items", write(type.items()));
        }

        @Override
        public ObjectNode object(ParameterType.ObjectType type) {
            ObjectNode node = typed(type.typeName());
            writeObject(node, type);
            return node;
        }

        @Override
        public ObjectNode any(ParameterType.AnyType type) {
            return NODES.objectNode();
        }

        private static ObjectNode typed(String name) {
            return NODES.objectNode().put("type", name);
        }
    }

    private static void writeAllowed(ObjectNode node, List<String> allowed) {
        if (!allowed.isEmpty()) {
            ArrayNode values = node.putArray("enum");
            allowed.forEach(values::add);
        }
    }

    private static void writeBounds(ObjectNode node, ParameterType.IntegerType integer) {
        if (integer.lowest() != null) {
            node.put("minimum", integer.lowest());
        }
        if (integer.highest() != null) {
            node.put("maximum", integer.highest());
        }
    }

    private static void writeObject(ObjectNode node, ParameterType.ObjectType object) {
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
