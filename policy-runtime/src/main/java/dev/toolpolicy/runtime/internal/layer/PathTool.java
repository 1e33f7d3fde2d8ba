package dev.toolpolicy.runtime.internal.layer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tool some of whose strings are paths, which its own declaration doesn't say. Immutable. */
record PathTool<T>(ToolSpec<T> declared, ToolSchema schema) implements ToolSpec<T> {

    /** Returns the tool with a path in place of a string; empty if there is neither a string nor a path. */
    static Optional<ToolSpec<?>> of(ToolSpec<?> tool, ArgumentPointer pointer) {
        return withPath(tool.schema().root(), pointer.segments())
                .map(root -> new PathTool<>(tool, new ToolSchema((ParameterType.ObjectType) root)));
    }

    private static Optional<ParameterType> withPath(ParameterType type, List<String> segments) {
        return type.byStructure(
                array -> withPath(array.items(), segments).map(ParameterType::arrayOf),
                object -> segments.isEmpty()
                        ? Optional.empty()
                        : withPath(object, segments.get(0), segments.subList(1, segments.size())),
                leaf -> segments.isEmpty() ? path(leaf) : Optional.empty());
    }

    private static Optional<ParameterType> withPath(ParameterType.ObjectType object, String name, List<String> rest) {
        List<Parameter> properties = new ArrayList<>(object.properties());
        for (int i = 0; i < properties.size(); i++) {
            Parameter property = properties.get(i);
            if (property.name().equals(name)) {
                int at = i;
                return withPath(property.type(), rest).map(type -> {
                    properties.set(at, withType(property, type));
                    return new ParameterType.ObjectType(properties, object.additional());
                });
            }
        }
        return Optional.empty();
    }

    private static Optional<ParameterType> path(ParameterType leaf) {
        return leaf instanceof ParameterType.StringType string
                ? Optional.of(new ParameterType.PathType(string.allowed()))
                : Optional.of(leaf).filter(each -> each.kind() == ParameterType.Kind.PATH);
    }

    private static Parameter withType(Parameter property, ParameterType type) {
        Parameter named = property.isRequired()
                ? Parameter.required(property.name(), type)
                : Parameter.optional(property.name(), type);
        Parameter described =
                property.defaultValue().map(named::withDefault).orElse(named).describedAs(property.description());
        return property.isLarge() ? described.asLarge() : described;
    }

    @Override
    public String name() {
        return declared.name();
    }

    @Override
    public String description() {
        return declared.description();
    }

    @Override
    public String jsonSchema() {
        return declared.jsonSchema();
    }

    @Override
    public ToolSchema facts() {
        return declared.facts();
    }

    @Override
    public Optional<RuleList> run() {
        return declared.run();
    }

    @Override
    public Optional<RuleList> result() {
        return declared.result();
    }

    @Override
    public List<Requirement> requirements() {
        return declared.requirements();
    }

    @Override
    public List<CallLimit> limits() {
        return declared.limits();
    }

    @Override
    public T bind(ObjectNode arguments) {
        return declared.bind(arguments);
    }

    @Override
    public String toString() {
        return name();
    }
}
