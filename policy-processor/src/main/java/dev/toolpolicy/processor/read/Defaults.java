package dev.toolpolicy.processor.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Optional;
import java.util.function.Consumer;

/** The reader of parameter defaults. */
final class Defaults {

    private Defaults() {}

    /**
     * Returns a parameter with a default.
     *
     * @param text the default as written
     * @param owner the parameter in messages
     * @param faults takes what is wrong with the default
     * @return empty if something is
     */
    static Optional<Parameter> add(Parameter plain, String text, String owner, Consumer<Diagnostic> faults) {
        Optional<JsonNode> value = read(plain.type(), text);
        if (value.filter(Defaults::isReadable).isEmpty()) {
            faults.accept(
                    value.isPresent()
                            ? TypeWords.defaultTooLarge(text, owner)
                            : TypeWords.defaultValue(text, owner, plain.type(), DefaultFault.find(plain.type(), text)));
            return Optional.empty();
        }
        return value.map(plain::withDefault);
    }

    /**
     * Reads a default as written.
     *
     * @return the value, completed with the defaults of properties that it leaves out; empty if no call could have this
     *     value
     */
    static Optional<JsonNode> read(ParameterType type, String text) {
        boolean allowed = type.allowed().isEmpty() || type.allowed().contains(text);
        return allowed
                ? ValueReader.read(type, TextNode.valueOf(text), ValueSyntax.TEXT)
                        .map(value -> completed(type, value))
                : Optional.empty();
    }

    /**
     * Returns whether each number in a default may stand in a call: a finite double with an exponent that Java reads.
     */
    static boolean isReadable(JsonNode value) {
        for (JsonNode part : value) {
            if (!isReadable(part)) {
                return false;
            }
        }
        return !value.isNumber()
                || !Double.isInfinite(Double.parseDouble(ExactNumber.of(value).toString()));
    }

    /** Completes a default with the defaults of its missing properties, as a call's arguments are completed. */
    private static JsonNode completed(ParameterType type, JsonNode value) {
        return type.byStructure(
                array -> {
                    value.forEach(element -> completed(array.items().orElseThrow(), element));
                    return value;
                },
                object -> value instanceof ObjectNode node ? completed(object, node) : value,
                leaf -> value);
    }

    private static JsonNode completed(ParameterType object, ObjectNode node) {
        object.properties().forEach(property -> complete(property, node));
        completeAdditional(object, node);
        return node;
    }

    private static void completeAdditional(ParameterType object, ObjectNode node) {
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
