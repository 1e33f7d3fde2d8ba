package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The search for a name in a value, at any depth, that differs from a declared name or from another one only in case.
 * An object without declared names may have such names: they are data. Immutable.
 *
 * @param value the value
 */
record NameInTwoCases(JsonNode value) implements ParameterType.Visitor<Optional<String>> {
    @Override
    public Optional<String> object(ParameterType.ObjectType type) {
        if (type.properties().isEmpty()) {
            return Optional.empty();
        }
        String[] names = type.properties().stream().map(Parameter::name).toArray(String[]::new);
        return Message.nameInTwoCases(value, names)
                .or(() -> type.properties().stream()
                        .flatMap(each -> each.type().accept(new NameInTwoCases(value.path(each.name()))).stream())
                        .findFirst());
    }

    @Override
    public Optional<String> array(ParameterType.ArrayType type) {
        return IntStream.range(0, value.size())
                .mapToObj(i -> type.items().accept(new NameInTwoCases(value.path(i))))
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public Optional<String> string(ParameterType.StringType type) {
        return Optional.empty();
    }

    @Override
    public Optional<String> path(ParameterType.PathType type) {
        return Optional.empty();
    }

    @Override
    public Optional<String> integer(ParameterType.IntegerType type) {
        return Optional.empty();
    }

    @Override
    public Optional<String> number(ParameterType.NumberType type) {
        return Optional.empty();
    }

    @Override
    public Optional<String> bool(ParameterType.BooleanType type) {
        return Optional.empty();
    }

    @Override
    public Optional<String> any(ParameterType.AnyType type) {
        return Optional.empty();
    }
}
