package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON text of a call's arguments, which hosts have as text, trees, maps or records. The text then takes the way of
 * every call's text.
 */
public final class ArgumentText {
    /** How deep values may contain each other. Text may be as deep as the argument limits say. */
    private static final int MAX_DEPTH = 500;

    private ArgumentText() {}

    /**
     * Returns the JSON text of arguments. Text is JSON already; null gives an empty text.
     *
     * @param arguments the arguments as the caller has them
     * @return the text
     * @throws IllegalArgumentException if a value has no JSON form here
     */
    public static String of(@Nullable Object arguments) {
        if (arguments == null) {
            return "";
        }
        return arguments instanceof CharSequence text
                ? text.toString()
                : tree(arguments, 0).toString();
    }

    private static JsonNode tree(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("arguments must not be nested deeper than " + MAX_DEPTH + " levels");
        }
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (value == null) {
            return NullNode.getInstance();
        } else if (value instanceof JsonNode tree) {
            return tree;
        } else if (value instanceof Optional<?> optional) {
            return tree(optional.orElse(null), depth);
        } else if (value instanceof Boolean truth) {
            return json.booleanNode(truth);
        } else if (value instanceof Number number) {
            return number(number);
        } else if (value instanceof CharSequence || value instanceof Character || value instanceof Path) {
            return json.textNode(value.toString());
        } else if (value instanceof Enum<?> constant) {
            return json.textNode(constant.name());
        } else if (value instanceof Map<?, ?> map) {
            return object(map, depth);
        } else if (value instanceof Record fields) {
            return object(fields, depth);
        } else if (value instanceof Iterable<?> values) {
            ArrayNode array = json.arrayNode();
            values.forEach(each -> array.add(tree(each, depth + 1)));
            return array;
        } else if (value.getClass().isArray()) {
            ArrayNode array = json.arrayNode();
            for (int i = 0; i < Array.getLength(value); i++) {
                array.add(tree(Array.get(value, i), depth + 1));
            }
            return array;
        }
        throw new IllegalArgumentException(unknown(value.getClass()));
    }

    private static String unknown(Class<?> type) {
        String takes = "arguments must be JSON text, a tree of Jackson 2, a map, a list, a record or a scalar, not "
                + type.getName();
        return type.getName().startsWith("tools.jackson.")
                ? takes + ": pass the text of this tree of Jackson 3, its toString()"
                : takes;
    }

    private static JsonNode number(Number number) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return json.numberNode(number.longValue());
        } else if (number instanceof BigInteger integer) {
            return json.numberNode(integer);
        } else if (number instanceof BigDecimal decimal) {
            return DecimalNode.valueOf(decimal);
        }
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("arguments must not contain " + value + ", which JSON can't express");
        }
        return DecimalNode.valueOf(new BigDecimal(number.toString()));
    }

    private static ObjectNode object(Map<?, ?> map, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        map.forEach((name, value) -> {
            if (!(name instanceof CharSequence)) {
                throw new IllegalArgumentException("names of arguments must be text, was " + name);
            }
            object.set(name.toString(), tree(value, depth + 1));
        });
        return object;
    }

    /** Returns a record as an object, without its empty optionals. */
    private static ObjectNode object(Record fields, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        RecordFields.of(fields).forEach((name, value) -> {
            if (!(value instanceof Optional<?> optional) || optional.isPresent()) {
                object.set(name, tree(value, depth + 1));
            }
        });
        return object;
    }
}
