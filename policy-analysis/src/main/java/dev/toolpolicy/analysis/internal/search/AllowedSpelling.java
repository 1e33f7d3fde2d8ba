package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;

/**
 * A writer of values as a schema allows them. Rules see the normal form of a path, but a schema lists paths as they are
 * written.
 */
final class AllowedSpelling {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private AllowedSpelling() {}

    /**
     * Returns a value that is equal for rules. Each path in it that must be one of a few is written as one of them, if
     * possible.
     */
    static JsonNode of(ParameterType type, JsonNode value, NormalPath.Form form) {
        return type.byStructure(
                array -> value.isArray()
                        ? Completion.elements(value, element -> of(array.items().orElseThrow(), element, form))
                        : value,
                object -> value.isObject() ? properties(object, value, form) : value,
                leaf -> leaf.kind() == ParameterType.Kind.PATH && value.isTextual() ? path(leaf, value, form) : value);
    }

    private static JsonNode properties(ParameterType object, JsonNode value, NormalPath.Form form) {
        ObjectNode properties = NODES.objectNode();
        value.properties()
                .forEach(each -> properties.set(each.getKey(), property(object, each.getKey(), each.getValue(), form)));
        return properties;
    }

    private static JsonNode property(ParameterType object, String name, JsonNode value, NormalPath.Form form) {
        ParameterType type = object.property(name).map(Parameter::type).orElse(object.additional());
        return type == null ? value : of(type, value, form);
    }

    private static JsonNode path(ParameterType path, JsonNode value, NormalPath.Form form) {
        NormalPath normal = form.of(value.textValue());
        return path.allowed().stream()
                .filter(allowed -> form.of(allowed).equals(normal))
                .findFirst()
                .<JsonNode>map(TextNode::valueOf)
                .orElse(value);
    }
}
