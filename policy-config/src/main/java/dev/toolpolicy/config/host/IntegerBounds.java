package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ParameterType;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The bounds of a whole number in a JSON Schema. */
final class IntegerBounds {
    private final JsonNode schema;
    /** Takes the keyword of a bound that can't be read. */
    private final Consumer<String> refused;

    private final @Nullable BigInteger lowest;
    private final @Nullable BigInteger highest;

    IntegerBounds(JsonNode schema, Consumer<String> refused) {
        this.schema = schema;
        this.refused = refused;
        BigInteger minimum = bound("minimum", RoundingMode.CEILING, 0);
        BigInteger above = bound("exclusiveMinimum", RoundingMode.FLOOR, 1);
        lowest = minimum == null ? above : above == null ? minimum : minimum.max(above);
        BigInteger maximum = bound("maximum", RoundingMode.FLOOR, 0);
        BigInteger below = bound("exclusiveMaximum", RoundingMode.CEILING, -1);
        highest = maximum == null ? below : below == null ? maximum : maximum.min(below);
    }

    private @Nullable BigInteger bound(String keyword, RoundingMode rounding, int step) {
        JsonNode value = schema.path(keyword);
        BigInteger bound = value.isMissingNode() ? null : SchemaValues.bound(value, rounding, step);
        if (bound == null && !value.isMissingNode()) {
            refused.accept(keyword);
        }
        return bound;
    }

    /** Returns whether no whole number lies within the bounds. */
    boolean isEmpty() {
        return lowest != null && highest != null && lowest.compareTo(highest) > 0;
    }

    ParameterType type() {
        return ParameterType.integer(lowest, highest);
    }
}
