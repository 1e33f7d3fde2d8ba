package dev.toolpolicy.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ExactNumber;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The equality of JSON values: numbers by value ({@code 1}, {@code 1.0} and {@code 1e0} are equal), objects in any
 * order, arrays element by element. Stateless.
 */
public final class JsonEquality {
    private JsonEquality() {}

    /**
     * Returns whether two values are equal.
     *
     * @param left one value, with finite numbers
     * @param right another value, with finite numbers
     * @return true if they are equal
     */
    public static boolean equal(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return ExactNumber.of(left).equals(ExactNumber.of(right));
        }
        if (left.isObject() && right.isObject()) {
            return left.size() == right.size() && sameProperties(left, right);
        }
        if (left.isArray() && right.isArray()) {
            return left.size() == right.size() && sameElements(left, right);
        }
        return left.equals(right);
    }

    /**
     * Returns whether a value has all members of another, with equal values, and perhaps more. Null means absent.
     *
     * @param whole one value, with finite numbers
     * @param part another value, with finite numbers
     * @return true if nothing of the part is missing or different
     */
    public static boolean covers(JsonNode whole, JsonNode part) {
        if (part.isObject()) {
            return whole.isObject()
                    && part.properties().stream().allMatch(each -> covers(whole.path(each.getKey()), each.getValue()));
        } else if (part.isArray()) {
            return whole.isArray()
                    && whole.size() == part.size()
                    && IntStream.range(0, part.size()).allMatch(i -> covers(whole.get(i), part.get(i)));
        }
        return part.isNull() ? whole.isNull() || whole.isMissingNode() : equal(whole, part);
    }

    /**
     * Returns a text that is the same for equal values and differs for others. Names are sorted by UTF-16 code units,
     * numbers are written by value, and there is no white space.
     *
     * @param value a value with finite numbers, nested no deeper than arguments may be
     * @return JSON text
     */
    public static String canonicalText(JsonNode value) {
        return CanonicalJson.write(value);
    }

    private static boolean sameProperties(JsonNode left, JsonNode right) {
        for (Map.Entry<String, JsonNode> property : left.properties()) {
            JsonNode other = right.get(property.getKey());
            if (other == null || !equal(property.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameElements(JsonNode left, JsonNode right) {
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }
}
