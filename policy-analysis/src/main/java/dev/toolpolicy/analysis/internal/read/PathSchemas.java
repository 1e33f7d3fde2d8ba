package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Schemas some of whose strings are paths, which the tool's own declaration doesn't say. Stateless. */
public final class PathSchemas {
    private PathSchemas() {}

    /**
     * Makes a path of a string, or of the strings in an array.
     *
     * @param schema the parameters
     * @param pointer the place of the string
     * @return the parameters with a path there; empty if there is neither a string nor a path
     */
    public static Optional<ToolSchema> of(ToolSchema schema, ArgumentPointer pointer) {
        ParameterType said = ParameterType.path();
        for (int i = pointer.segments().size(); i > 0; i--) {
            said = ParameterType.objectOf(Parameter.optional(pointer.segments().get(i - 1), said));
        }
        List<String> lacking = new ArrayList<>();
        ParameterType root = refined(schema.root(), said, "", lacking);
        return lacking.isEmpty() ? Optional.of(new ToolSchema(root)) : Optional.empty();
    }

    /** Returns whether there is a string, or an array of strings, which isn't a path. */
    public static boolean hasString(ToolSchema schema, ArgumentPointer pointer) {
        return of(schema, pointer).filter(path -> !path.equals(schema)).isPresent();
    }

    /**
     * Returns a host's type with what a catalog says of the same tool: which strings are paths, and which parameters are
     * sinks.
     *
     * @param host the type
     * @param catalog the catalog's type
     * @param at the place of the type
     * @param lacking receives the places of the catalog's paths at which the host has no string
     * @return the type
     */
    public static ParameterType refined(ParameterType host, ParameterType catalog, String at, List<String> lacking) {
        if (host.items().isPresent()) {
            return ParameterType.arrayOf(
                    refined(host.items().get(), catalog.items().orElse(catalog), at, lacking));
        } else if (catalog.items().isPresent()) {
            return refined(host, catalog.items().get(), at, lacking);
        } else if (catalog.kind() == ParameterType.Kind.PATH && path(host).isEmpty()) {
            lacking.add(at);
        }
        List<Parameter> properties = new ArrayList<>(host.properties());
        for (Parameter each : catalog.properties()) {
            ParameterType type = host.property(each.name()).map(Parameter::type).orElse(ParameterType.any());
            ParameterType refined = refined(type, each.type(), at + "/" + each.name(), lacking);
            properties.replaceAll(
                    own -> own.name().equals(each.name()) ? typed(own, refined, own.isSink() || each.isSink()) : own);
        }
        return host.kind() == ParameterType.Kind.OBJECT
                ? ParameterType.objectOf(properties, host.additional())
                : catalog.kind() == ParameterType.Kind.PATH ? path(host).orElse(host) : host;
    }

    private static Optional<ParameterType> path(ParameterType leaf) {
        return leaf.kind() == ParameterType.Kind.STRING
                ? Optional.of(ParameterType.path(leaf.allowed()))
                : Optional.of(leaf).filter(each -> each.kind() == ParameterType.Kind.PATH);
    }

    private static Parameter typed(Parameter own, ParameterType type, boolean sink) {
        return new Parameter(
                own.name(), type, own.isRequired(), own.defaultValue(), own.description(), own.isLarge(), sink);
    }
}
