package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The search for a name in a value, at any depth, that differs from a declared name or from another one only in case.
 * An object without declared names may have such names: they are data. Immutable.
 */
final class NameInTwoCases {
    private NameInTwoCases() {}

    /** Returns the first such name in a value. */
    static Optional<String> in(ParameterType type, JsonNode value) {
        return type.byStructure(
                array -> IntStream.range(0, value.size())
                        .mapToObj(i -> in(array.items().orElseThrow(), value.path(i)))
                        .flatMap(Optional::stream)
                        .findFirst(),
                object -> object.properties().isEmpty() ? Optional.empty() : inObject(object, value),
                leaf -> Optional.empty());
    }

    private static Optional<String> inObject(ParameterType type, JsonNode value) {
        String[] names = type.properties().stream().map(Parameter::name).toArray(String[]::new);
        return Message.nameInTwoCases(value, names)
                .or(() -> type.properties().stream()
                        .flatMap(each -> in(each.type(), value.path(each.name())).stream())
                        .findFirst());
    }
}
