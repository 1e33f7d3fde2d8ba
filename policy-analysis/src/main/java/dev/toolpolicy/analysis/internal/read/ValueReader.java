package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of values by the type of their parameter: the values of matchers, and defaults. It rounds a number to the
 * parameter's precision, as the engine does before a rule sees a call's number. Stateless.
 */
public final class ValueReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** The reader of values that are written as text, no deeper than compilers follow the expressions made of them. */
    private static final StrictJson JSON = StrictJson.standard().nesting(64);

    private ValueReader() {}

    /**
     * Reads a value as its author wrote it.
     *
     * @param type the parameter's type
     * @param written the value; a text if {@code syntax} is {@link ValueSyntax#TEXT}
     * @param syntax the notation of the value
     * @return the value, or empty if it is not of that type
     */
    public static Optional<JsonNode> read(ParameterType type, JsonNode written, ValueSyntax syntax) {
        Optional<JsonNode> node =
                syntax == ValueSyntax.TYPED || Keyword.isText(type) ? Optional.of(written) : parse(written.asText());
        return node.flatMap(value -> Optional.ofNullable(valueOf(type, value)));
    }

    /**
     * Reads a value that a call may have. If the parameter lists its allowed values, it must be one of them.
     *
     * @param type the parameter's type
     * @param written the value; a text if {@code syntax} is {@link ValueSyntax#TEXT}
     * @param syntax the notation of the value
     * @return the value, or empty if no call may have it
     */
    public static Optional<JsonNode> readArgument(ParameterType type, JsonNode written, ValueSyntax syntax) {
        return read(type, written, syntax).filter(value -> isAllowed(type, value));
    }

    /** Reads a number for a bound, of any size that JSON texts may have. */
    public static Optional<ExactNumber> readNumber(JsonNode written, ValueSyntax syntax) {
        Optional<JsonNode> node = syntax == ValueSyntax.TYPED ? Optional.of(written) : parse(written.asText());
        return node.filter(ValueReader::isFinite).map(ExactNumber::of);
    }

    private static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(JSON.read(text));
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    /** Returns a JSON value as one of a type, or null. */
    private static @Nullable JsonNode valueOf(ParameterType type, JsonNode node) {
        return switch (type.kind()) {
            case STRING -> isText(node) ? node : null;
            case PATH -> isText(node) && node.textValue().indexOf('\0') < 0 ? node : null;
            case INTEGER -> isFinite(node) && isWithin(ExactNumber.of(node), type) ? node : null;
            case NUMBER -> isFinite(node) ? rounded(node, type.precision()) : null;
            case BOOLEAN -> node.isBoolean() ? node : null;
            case ARRAY -> node.isArray() ? elements(type, node) : null;
            case OBJECT -> node.isObject() ? properties(type, node) : null;
            case ANY -> !node.isNull() && isWellFormed(node) ? node : null;
        };
    }

    private static @Nullable JsonNode elements(ParameterType type, JsonNode node) {
        ArrayNode elements = NODES.arrayNode();
        for (JsonNode element : node) {
            JsonNode value = valueOrNull(type.items().orElseThrow(), element);
            if (value == null) {
                return null;
            }
            elements.add(value);
        }
        return elements;
    }

    private static @Nullable JsonNode properties(ParameterType type, JsonNode node) {
        ObjectNode properties = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            Optional<Parameter> declared = type.property(entry.getKey());
            ParameterType expected = declared.isPresent() ? declared.get().type() : type.additional();
            boolean absent = entry.getValue().isNull()
                    && declared.isPresent()
                    && !declared.get().isRequired();
            JsonNode given = entry.getValue();
            JsonNode value = absent ? given : expected == null ? null : valueOrNull(expected, given);
            if (value == null || !isWellFormed(entry.getKey())) {
                return null;
            }
            properties.set(entry.getKey(), value);
        }
        boolean complete = type.properties().stream().allMatch(each -> !each.isRequired() || node.has(each.name()));
        return complete ? properties : null;
    }

    /** Returns the value, or null. Inside a value, a null is of the type any; as a whole value it is not a value. */
    private static @Nullable JsonNode valueOrNull(ParameterType type, JsonNode node) {
        if (node.isNull() && type.kind() == ParameterType.Kind.ANY) {
            return node;
        }
        return isAllowed(type, node) ? valueOf(type, node) : null;
    }

    private static boolean isAllowed(ParameterType type, JsonNode node) {
        return type.allowed().isEmpty() || type.allowed().contains(node.textValue());
    }

    private static boolean isWithin(ExactNumber value, ParameterType type) {
        return value.isInteger() && !isBelow(value, type.lowest()) && !isAbove(value, type.highest());
    }

    private static boolean isBelow(ExactNumber value, @Nullable BigInteger lowest) {
        return lowest != null && value.compareTo(ExactNumber.of(lowest.toString())) < 0;
    }

    private static boolean isAbove(ExactNumber value, @Nullable BigInteger highest) {
        return highest != null && value.compareTo(ExactNumber.of(highest.toString())) > 0;
    }

    private static @Nullable JsonNode rounded(JsonNode node, Precision precision) {
        if (precision == Precision.EXACT) {
            return node;
        }
        String literal = ExactNumber.of(node).toString();
        ExactNumber value = precision == Precision.FLOAT
                ? nearest(Float.parseFloat(literal))
                : nearest(Double.parseDouble(literal));
        return value == null ? null : NODES.numberNode(new BigDecimal(value.toString()));
    }

    private static @Nullable ExactNumber nearest(float value) {
        return Float.isInfinite(value) ? null : ExactNumber.nearest(value);
    }

    private static @Nullable ExactNumber nearest(double value) {
        return Double.isInfinite(value) ? null : ExactNumber.nearest(value);
    }

    private static boolean isText(JsonNode node) {
        return node.isTextual() && isWellFormed(node.textValue());
    }

    private static boolean isFinite(JsonNode node) {
        return node instanceof NumericNode number && !number.isNaN();
    }

    private static boolean isWellFormed(JsonNode node) {
        if (node.isContainerNode()) {
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                if (!isWellFormed(entry.getKey())) {
                    return false;
                }
            }
            for (JsonNode child : node) {
                if (!isWellFormed(child)) {
                    return false;
                }
            }
            return true;
        }
        return node.isTextual() ? isText(node) : !node.isNumber() || isFinite(node);
    }

    /** Returns whether every surrogate has its partner, as in every string of a call. */
    public static boolean isWellFormed(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
