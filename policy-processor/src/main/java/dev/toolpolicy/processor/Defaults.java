package dev.toolpolicy.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.analysis.ValueReader;
import dev.toolpolicy.runtime.analysis.ValueSyntax;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;

/** Reads the defaults of parameters. */
final class Defaults {

    private Defaults() {}

    /**
     * Reads a default as its author wrote it.
     *
     * @return a value that a call could have given, with the defaults of what it leaves out; or empty if it is none
     */
    static Optional<JsonNode> read(ParameterType type, String text) {
        boolean allowed = !(type instanceof ParameterType.StringType string)
                || string.allowed().isEmpty()
                || string.allowed().contains(text);
        return allowed
                ? ValueReader.read(type, TextNode.valueOf(text), ValueSyntax.TEXT).map(value -> completed(type, value))
                : Optional.empty();
    }

    /** Whether an engine could read the default from a call: a number may be too large for that, or a text too long. */
    static boolean isReadable(Parameter parameter) {
        try {
            CompiledSchema.of(ToolSchema.of(parameter));
            return true;
        } catch (IllegalArgumentException tooLarge) {
            return false;
        }
    }

    /** A default is part of what executes, so within it too a declared default counts where nothing is given. */
    private static JsonNode completed(ParameterType type, JsonNode value) {
        if (type instanceof ParameterType.ArrayType array) {
            value.forEach(element -> completed(array.items(), element));
        } else if (type instanceof ParameterType.ObjectType object && value instanceof ObjectNode node) {
            object.properties().forEach(property -> complete(property, node));
            completeAdditional(object, node);
        }
        return value;
    }

    private static void completeAdditional(ParameterType.ObjectType object, ObjectNode node) {
        ParameterType additional = object.additional();
        if (additional != null) {
            node.properties().stream()
                    .filter(each -> object.property(each.getKey()).isEmpty())
                    .forEach(each -> completed(additional, each.getValue()));
        }
    }

    private static void complete(Parameter property, ObjectNode node) {
        JsonNode given = node.path(property.name());
        boolean absent = given.isMissingNode() || given.isNull() && !property.isRequired();
        if (absent) {
            property.defaultValue().ifPresent(value -> node.set(property.name(), value));
        } else {
            completed(property.type(), given);
        }
    }
}
