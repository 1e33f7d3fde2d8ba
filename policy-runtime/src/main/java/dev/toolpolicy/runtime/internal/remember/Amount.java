package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An exact amount that a limit sums. Immutable. */
record Amount(BigDecimal value) {
    static final Amount ZERO = new Amount(BigDecimal.ZERO);
    /** Exponents beyond this make a sum that no memory holds. */
    private static final int LARGEST_SCALE = 1_000;

    static Amount of(ExactNumber number) {
        return new Amount(new BigDecimal(number.toString()));
    }

    static Amount read(JsonNode text) {
        return text.isMissingNode() ? ZERO : new Amount(new BigDecimal(text.asText()));
    }

    /**
     * Returns the amounts of a call at some places, each the sum of all elements if its pointer passes arrays; empty if
     * one is missing, null, negative or out of range.
     */
    static Optional<Map<String, Amount>> of(JsonNode arguments, Collection<String> places) {
        Map<String, Amount> amounts = new LinkedHashMap<>();
        for (String place : places) {
            BigDecimal sum = sum(arguments, ArgumentPointer.parse(place).segments());
            if (sum == null) {
                return Optional.empty();
            }
            amounts.put(place, new Amount(sum));
        }
        return Optional.of(amounts);
    }

    private static @Nullable BigDecimal sum(@Nullable JsonNode value, List<String> segments) {
        if (value == null || value.isNull()) {
            return null;
        } else if (value.isArray()) {
            BigDecimal sum = BigDecimal.ZERO;
            for (JsonNode element : value) {
                BigDecimal part = sum(element, segments);
                if (part == null) {
                    return null;
                }
                sum = sum.add(part);
            }
            return sum;
        } else if (!segments.isEmpty()) {
            return sum(value.get(segments.get(0)), segments.subList(1, segments.size()));
        }
        return value.isNumber() ? counted(ExactNumber.of(value)) : null;
    }

    private static @Nullable BigDecimal counted(ExactNumber number) {
        BigDecimal value = new BigDecimal(number.toString());
        return value.signum() < 0 || Math.abs((long) value.scale()) > LARGEST_SCALE ? null : value;
    }

    Amount plus(Amount other) {
        return new Amount(value.add(other.value));
    }

    Amount minus(Amount other) {
        return new Amount(value.subtract(other.value));
    }

    boolean isAtMost(Amount other) {
        return value.compareTo(other.value) <= 0;
    }

    long longValue() {
        return value.longValueExact();
    }

    /** Returns the amount as it is stored and told: equal amounts have equal texts. */
    @Override
    public String toString() {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
