package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The completion of a call's value to what rules see: numbers rounded, optional parameters that are null left out,
 * defaults filled in. Stateless.
 */
public final class Completion {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Completion() {}

    /** Returns a value as rules see it, without those nulls; empty if no call may have it. */
    public static Optional<JsonNode> of(ParameterType type, JsonNode given) {
        return ValueReader.readArgument(type, given, ValueSyntax.TYPED).map(value -> completed(type, value));
    }

    /** Returns the default of a parameter as rules see it; empty if it has no valid default. */
    static Optional<JsonNode> defaultOf(Parameter parameter) {
        return parameter.defaultValue().flatMap(value -> of(parameter.type(), value));
    }

    /** Returns whether rules may see a value. */
    static boolean isPossible(ParameterType type, JsonNode value) {
        return of(type, value).filter(seen -> JsonEquality.equal(seen, value)).isPresent();
    }

    /** Returns whether rules may see a parameter with this value, or without a value for a missing node. */
    static boolean isPossible(Parameter parameter, JsonNode state) {
        boolean isAbsent = state.isMissingNode() || state.isNull() && !parameter.isRequired();
        return isAbsent
                ? state.isMissingNode()
                        && !parameter.isRequired()
                        && defaultOf(parameter).isEmpty()
                : isPossible(parameter.type(), state);
    }

    private static JsonNode completed(ParameterType type, JsonNode value) {
        return type.byStructure(
                array -> value.isArray()
                        ? elements(value, element -> completed(array.items().orElseThrow(), element))
                        : value,
                object -> value.isObject() ? completedObject(object, value) : value,
                leaf -> value);
    }

    /** Returns an array of the changed elements. */
    static JsonNode elements(JsonNode array, UnaryOperator<JsonNode> change) {
        var elements = NODES.arrayNode();
        array.forEach(element -> elements.add(change.apply(element)));
        return elements;
    }

    private static JsonNode completedObject(ParameterType type, JsonNode value) {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            Optional<Parameter> declared = type.property(entry.getKey());
            boolean absent = entry.getValue().isNull()
                    && declared.filter(each -> !each.isRequired()).isPresent();
            if (!absent) {
                ParameterType expected = declared.map(Parameter::type).orElse(type.additional());
                object.set(entry.getKey(), expected == null ? entry.getValue() : completed(expected, entry.getValue()));
            }
        }
        for (Parameter parameter : type.properties()) {
            if (!object.has(parameter.name())) {
                defaultOf(parameter).ifPresent(filled -> object.set(parameter.name(), filled));
            }
        }
        return object;
    }

    /** Returns the shortest value of a call that rules see as this value, without what its defaults fill in. */
    static JsonNode shortest(ParameterType type, JsonNode value) {
        return type.byStructure(
                array -> elements(value, element -> shortest(array.items().orElseThrow(), element)),
                object -> value.isObject() ? shortestObject(object, value) : value,
                leaf -> value);
    }

    private static JsonNode shortestObject(ParameterType object, JsonNode value) {
        ObjectNode shorter = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            Optional<Parameter> declared = object.property(entry.getKey());
            boolean filledIn = declared.flatMap(Completion::defaultOf)
                    .filter(each -> JsonEquality.equal(each, entry.getValue()))
                    .isPresent();
            if (!filledIn) {
                ParameterType expected = declared.map(Parameter::type).orElse(object.additional());
                shorter.set(entry.getKey(), expected == null ? entry.getValue() : shortest(expected, entry.getValue()));
            }
        }
        return shorter;
    }
}
