package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Schemas some of whose strings are paths, which the tool's own declaration doesn't say. Stateless. */
final class PathSchemas {
    private PathSchemas() {}

    /** Returns the schema with a path in place of a string; empty if there is neither a string nor a path. */
    static Optional<ToolSchema> of(ToolSchema schema, ArgumentPointer pointer) {
        return withPath(schema.root(), pointer.segments()).map(root -> new ToolSchema(root));
    }

    private static Optional<ParameterType> withPath(ParameterType type, List<String> segments) {
        return type.byStructure(
                array -> withPath(array.items().orElseThrow(), segments).map(ParameterType::arrayOf),
                object -> segments.isEmpty()
                        ? Optional.empty()
                        : withPath(object, segments.get(0), segments.subList(1, segments.size())),
                leaf -> segments.isEmpty() ? path(leaf) : Optional.empty());
    }

    private static Optional<ParameterType> withPath(ParameterType object, String name, List<String> rest) {
        List<Parameter> properties = new ArrayList<>(object.properties());
        for (int i = 0; i < properties.size(); i++) {
            Parameter property = properties.get(i);
            if (property.name().equals(name)) {
                int at = i;
                return withPath(property.type(), rest).map(type -> {
                    properties.set(at, withType(property, type));
                    return ParameterType.objectOf(properties, object.additional());
                });
            }
        }
        return Optional.empty();
    }

    private static Optional<ParameterType> path(ParameterType leaf) {
        return leaf.kind() == ParameterType.Kind.STRING
                ? Optional.of(ParameterType.path(leaf.allowed()))
                : Optional.of(leaf).filter(each -> each.kind() == ParameterType.Kind.PATH);
    }

    private static Parameter withType(Parameter property, ParameterType type) {
        Parameter named = property.isRequired()
                ? Parameter.required(property.name(), type)
                : Parameter.optional(property.name(), type);
        Parameter described =
                property.defaultValue().map(named::withDefault).orElse(named).describedAs(property.description());
        Parameter large = property.isLarge() ? described.asLarge() : described;
        return property.isSink() ? large.asSink() : large;
    }
}
