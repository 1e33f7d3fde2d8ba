package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

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
        JsonNode completed = inner(type, value, Completion::completed);
        if (completed instanceof ObjectNode object && completed != value) {
            for (Parameter parameter : type.properties()) {
                JsonNode given = object.path(parameter.name());
                if (given.isMissingNode() || given.isNull() && !parameter.isRequired()) {
                    object.remove(parameter.name());
                    defaultOf(parameter).ifPresent(filled -> object.set(parameter.name(), filled));
                }
            }
        }
        return completed;
    }

    /** Returns a value with the values directly in it changed by their types; those without a type stay. */
    static JsonNode inner(ParameterType type, JsonNode value, BiFunction<ParameterType, JsonNode, JsonNode> change) {
        return type.byStructure(
                array -> value.isArray() ? elements(array, value, change) : value,
                object -> value.isObject() ? properties(object, value, change) : value,
                leaf -> value);
    }

    private static JsonNode elements(
            ParameterType array, JsonNode value, BiFunction<ParameterType, JsonNode, JsonNode> change) {
        ArrayNode elements = NODES.arrayNode();
        value.forEach(each -> elements.add(change.apply(array.items().orElseThrow(), each)));
        return elements;
    }

    private static JsonNode properties(
            ParameterType object, JsonNode value, BiFunction<ParameterType, JsonNode, JsonNode> change) {
        ObjectNode properties = NODES.objectNode();
        for (Map.Entry<String, JsonNode> each : value.properties()) {
            ParameterType type =
                    object.property(each.getKey()).map(Parameter::type).orElse(object.additional());
            properties.set(each.getKey(), type == null ? each.getValue() : change.apply(type, each.getValue()));
        }
        return properties;
    }

    /** Returns the shortest value of a call that rules see as this value, without what its defaults fill in. */
    static JsonNode shortest(ParameterType type, JsonNode value) {
        JsonNode shortest = inner(type, value, Completion::shortest);
        if (shortest instanceof ObjectNode object && shortest != value) {
            for (Parameter parameter : type.properties()) {
                defaultOf(parameter)
                        .filter(filled -> JsonEquality.equal(filled, value.path(parameter.name())))
                        .ifPresent(filled -> object.remove(parameter.name()));
            }
        }
        return shortest;
    }
}
