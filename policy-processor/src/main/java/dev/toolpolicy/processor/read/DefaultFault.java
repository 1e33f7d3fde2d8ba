package dev.toolpolicy.processor.read;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The first fault inside a default that is an array or an object.
 *
 * @param part the faulty part from the inside out, {@code element 1 of }; empty for the default itself
 * @param problem what is wrong with it, continuing the sentence
 */
record DefaultFault(String part, String problem) {

    /**
     * Finds the first fault inside a default.
     *
     * @return the fault; empty if the default is not JSON, or of the wrong type as a whole
     */
    static Optional<DefaultFault> find(ParameterType type, String text) {
        return ValueReader.read(ParameterType.any(), TextNode.valueOf(text), ValueSyntax.TEXT)
                .flatMap(value -> inside(type, value));
    }

    /** Returns the whole sentence. */
    String within(String of) {
        return part + of + " " + problem;
    }

    private static Optional<DefaultFault> inside(ParameterType type, JsonNode value) {
        return type.byStructure(
                array -> value.isArray() ? insideArray(array, value) : Optional.empty(),
                object -> value.isObject() ? insideObject(object, value) : Optional.empty(),
                leaf -> Optional.empty());
    }

    private static Optional<DefaultFault> insideArray(ParameterType array, JsonNode value) {
        return IntStream.range(0, value.size())
                .mapToObj(i -> part("element " + i, array.items().orElseThrow(), value.get(i)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<DefaultFault> insideObject(ParameterType type, JsonNode value) {
        for (Map.Entry<String, JsonNode> each : value.properties()) {
            Optional<Parameter> declared = type.property(each.getKey());
            ParameterType expected = declared.map(Parameter::type).orElse(type.additional());
            if (expected == null) {
                return Optional.of(new DefaultFault("", "has an unknown property " + quoted(each.getKey())));
            }
            boolean absent = each.getValue().isNull()
                    && declared.isPresent()
                    && !declared.get().isRequired();
            Optional<DefaultFault> fault =
                    absent ? Optional.empty() : part("property " + quoted(each.getKey()), expected, each.getValue());
            if (fault.isPresent()) {
                return fault;
            }
        }
        return type.properties().stream()
                .filter(property -> property.isRequired() && !value.has(property.name()))
                .findFirst()
                .map(missing -> new DefaultFault("", "lacks the required property " + quoted(missing.name())));
    }

    private static Optional<DefaultFault> part(String name, ParameterType type, JsonNode value) {
        Optional<DefaultFault> inner = inside(type, value);
        if (inner.isPresent()) {
            return inner.map(fault -> new DefaultFault(fault.part + name + " of ", fault.problem));
        }
        boolean isNullOfAny = value.isNull() && type.kind() == ParameterType.Kind.ANY;
        return isNullOfAny
                        || ValueReader.readArgument(type, value, ValueSyntax.TYPED)
                                .isPresent()
                ? Optional.empty()
                : Optional.of(new DefaultFault(
                        name + " of ", "must be " + TypeWords.expected(type) + ", was " + Words.shown(value)));
    }
}
