package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The equality of two values of one type: as JSON values, except for paths inside them, which are compared as paths.
 *
 * @param paths whether a path of a rule, the first argument, equals one of a call
 */
public record TypedEquality(BiPredicate<String, String> paths) {

    /** Returns whether a rule's value and a call's are the same. */
    public boolean equal(@Nullable ParameterType type, JsonNode own, JsonNode value) {
        return type == null
                ? JsonEquality.equal(own, value)
                : type.byStructure(
                        array -> own.isArray() && value.isArray()
                                ? own.size() == value.size() && sameElements(array, own, value)
                                : JsonEquality.equal(own, value),
                        object -> own.isObject() && value.isObject()
                                ? own.size() == value.size() && sameProperties(object, own, value)
                                : JsonEquality.equal(own, value),
                        leaf -> leaf.kind() == ParameterType.Kind.PATH && own.isTextual() && value.isTextual()
                                ? paths.test(own.textValue(), value.textValue())
                                : JsonEquality.equal(own, value));
    }

    private boolean sameProperties(ParameterType type, JsonNode own, JsonNode value) {
        for (Map.Entry<String, JsonNode> property : own.properties()) {
            JsonNode other = value.get(property.getKey());
            ParameterType inner =
                    type.property(property.getKey()).map(Parameter::type).orElse(type.additional());
            if (other == null || !equal(inner, property.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private boolean sameElements(ParameterType type, JsonNode own, JsonNode value) {
        return IntStream.range(0, own.size())
                .allMatch(i -> equal(type.items().orElseThrow(), own.get(i), value.get(i)));
    }
}
