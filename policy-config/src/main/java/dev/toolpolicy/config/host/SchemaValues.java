package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ParameterType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Readers of lists of values and of bounds of whole numbers in JSON Schemas. Stateless. */
final class SchemaValues {
    /** Bounds with more digits than this before or behind the point are refused. */
    private static final int DIGITS = 1000;

    private SchemaValues() {}

    /** Returns the values that {@code enum} and {@code const} allow, without null; empty if the schema has neither. */
    static Optional<List<JsonNode>> of(JsonNode schema) {
        if (!schema.has("enum") && !schema.has("const")) {
            return Optional.empty();
        }
        List<JsonNode> values = new ArrayList<>();
        if (schema.has("enum")) {
            schema.get("enum").forEach(values::add);
        } else {
            values.add(schema.get("const"));
        }
        if (schema.has("enum") && schema.has("const")) {
            values.removeIf(value -> !value.equals(schema.get("const")));
        }
        values.removeIf(JsonNode::isNull);
        return Optional.of(values);
    }

    /** Returns whether a schema says of itself that null is one of several values. */
    static boolean isNullable(JsonNode schema) {
        return hasNull(schema.path("type"))
                || hasNull(schema.path("enum"))
                || Stream.of("anyOf", "oneOf")
                        .flatMap(keyword -> schema.path(keyword).valueStream())
                        .anyMatch(SchemaValues::isNull);
    }
    /** Returns whether a schema is of null alone. */
    static boolean isNull(JsonNode schema) {
        return schema.path("type").asText().equals("null");
    }

    /** Returns the type that has exactly those of the values that are of a kind; empty if there is none. */
    static Optional<ParameterType> type(List<JsonNode> values, String kind, boolean path) {
        return switch (kind) {
            case "string" -> strings(values.stream().filter(JsonNode::isTextual).toList(), path);
            case "integer" ->
                integers(values.stream().filter(JsonNode::isNumber).toList());
            case "boolean" ->
                booleans(values.stream().filter(JsonNode::isBoolean).toList());
            case "" ->
                values.stream().allMatch(JsonNode::isTextual)
                        ? strings(values, path)
                        : values.stream().allMatch(JsonNode::isNumber) ? integers(values) : booleans(values);
            default -> Optional.empty();
        };
    }

    private static Optional<ParameterType> strings(List<JsonNode> values, boolean path) {
        List<String> texts =
                new LinkedHashSet<>(values).stream().map(JsonNode::textValue).toList();
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(path ? ParameterType.path(texts) : ParameterType.string(texts));
    }

    /** Returns the range of whole numbers without a gap; empty if there is a gap. */
    private static Optional<ParameterType> integers(List<JsonNode> values) {
        TreeSet<BigInteger> whole = new TreeSet<>();
        for (JsonNode value : values) {
            BigInteger up = bound(value, RoundingMode.CEILING, 0);
            if (up == null || !up.equals(bound(value, RoundingMode.FLOOR, 0))) {
                return Optional.empty();
            }
            whole.add(up);
        }
        boolean dense =
                !whole.isEmpty() && whole.last().subtract(whole.first()).equals(BigInteger.valueOf(whole.size() - 1L));
        return dense ? Optional.of(ParameterType.integer(whole.first(), whole.last())) : Optional.empty();
    }

    private static Optional<ParameterType> booleans(List<JsonNode> values) {
        boolean all = values.stream().allMatch(JsonNode::isBoolean)
                && Set.copyOf(values).size() == 2;
        return all ? Optional.of(ParameterType.bool()) : Optional.empty();
    }

    /**
     * Returns the whole numbers within the bounds of a schema; empty if there is none.
     *
     * @param refused takes the keyword of a bound that can't be read
     */
    static Optional<ParameterType> integers(JsonNode schema, Consumer<String> refused) {
        BigInteger minimum = bound(schema, "minimum", RoundingMode.CEILING, 0, refused);
        BigInteger above = bound(schema, "exclusiveMinimum", RoundingMode.FLOOR, 1, refused);
        BigInteger lowest = minimum == null ? above : above == null ? minimum : minimum.max(above);
        BigInteger maximum = bound(schema, "maximum", RoundingMode.FLOOR, 0, refused);
        BigInteger below = bound(schema, "exclusiveMaximum", RoundingMode.CEILING, -1, refused);
        BigInteger highest = maximum == null ? below : below == null ? maximum : maximum.min(below);
        boolean none = lowest != null && highest != null && lowest.compareTo(highest) > 0;
        return none ? Optional.empty() : Optional.of(ParameterType.integer(lowest, highest));
    }

    private static @Nullable BigInteger bound(
            JsonNode schema, String keyword, RoundingMode rounding, int step, Consumer<String> refused) {
        JsonNode value = schema.path(keyword);
        BigInteger bound = value.isMissingNode() ? null : bound(value, rounding, step);
        if (bound == null && !value.isMissingNode()) {
            refused.accept(keyword);
        }
        return bound;
    }

    /** Returns a bound as a whole number, moved by some steps; null if it can't be written out. */
    private static @Nullable BigInteger bound(JsonNode value, RoundingMode rounding, int step) {
        if (!value.isNumber() || value.isDouble() && !Double.isFinite(value.doubleValue())) {
            return null;
        }
        BigDecimal exact = value.decimalValue();
        if (Math.abs((long) exact.scale()) > DIGITS || exact.precision() > DIGITS) {
            return null;
        }
        return exact.setScale(0, rounding).toBigInteger().add(BigInteger.valueOf(step));
    }

    /** Returns whether a keyword allows all values. */
    static boolean takesNothingAway(String keyword, JsonNode value) {
        return keyword.equals("uniqueItems") && value.isBoolean() && !value.booleanValue()
                || Set.of("minLength", "minItems", "minProperties").contains(keyword)
                        && value.isInt()
                        && value.intValue() == 0;
    }

    /** Returns whether null, or its name, is the value or one of the values. */
    static boolean hasNull(JsonNode values) {
        return values.isNull()
                || values.valueStream()
                        .anyMatch(each -> each.isNull() || each.asText().equals("null"));
    }

    /**
     * Returns the values of alternatives each of which is a list of strings; empty if one is anything else, or if two
     * that exclude each other share one.
     *
     * @param exclusive whether exactly one of the alternatives must hold
     */
    static Optional<List<JsonNode>> union(List<JsonNode> alternatives, boolean exclusive) {
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode each : alternatives) {
            boolean plain =
                    each.isObject() && each.path("type").asText("string").equals("string");
            for (var member : each.properties()) {
                plain &= SchemaKeywords.ANNOTATIONS.contains(member.getKey())
                        || Set.of("type", "enum", "const").contains(member.getKey());
            }
            Optional<List<JsonNode>> values = plain ? of(each) : Optional.empty();
            if (values.isEmpty() || values.get().stream().anyMatch(value -> !value.isTextual())) {
                return Optional.empty();
            }
            new LinkedHashSet<>(values.get()).forEach(all::add);
        }
        return exclusive && new HashSet<>(all).size() < all.size() ? Optional.empty() : Optional.of(all);
    }
}
