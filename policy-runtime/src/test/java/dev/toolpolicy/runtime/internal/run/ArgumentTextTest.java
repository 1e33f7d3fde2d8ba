package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of arguments that a host has as objects. */
class ArgumentTextTest {
    private enum Color {
        RED {
            @Override
            public String toString() {
                return "a word for people";
            }
        }
    }

    private record Point(int x, Optional<String> note, Optional<String> none, Path file) {}

    @Test
    void eachValueHasItsText() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("nothing", null);
        arguments.put("tree", JsonNodeFactory.instance.objectNode().put("a", 1));
        arguments.put("some", Optional.of("x"));
        arguments.put("none", Optional.empty());
        arguments.put("truth", true);
        arguments.put("numbers", Arrays.<Number>asList(1, -2L, (short) 3, (byte) 4, 0.5f, 0.1, new BigDecimal("1.10")));
        arguments.put("large", new BigInteger("123456789012345678901234567890"));
        arguments.put("texts", List.of("a", 'b', Path.of("c/d"), new StringBuilder("e")));
        arguments.put("color", Color.RED);
        arguments.put("array", new int[] {5, 6});
        arguments.put("point", new Point(7, Optional.of("n"), Optional.empty(), Path.of("f")));
        assertThat(ArgumentText.of(arguments))
                .isEqualTo("{\"nothing\":null,\"tree\":{\"a\":1},\"some\":\"x\",\"none\":null,\"truth\":true,"
                        + "\"numbers\":[1,-2,3,4,0.5,0.1,1.10],\"large\":123456789012345678901234567890,"
                        + "\"texts\":[\"a\",\"b\",\"c/d\",\"e\"],\"color\":\"RED\",\"array\":[5,6],"
                        + "\"point\":{\"x\":7,\"note\":\"n\",\"file\":\"f\"}}");
    }

    @Test
    void textIsTakenAsItIs() {
        assertThat(ArgumentText.of(null)).isEmpty();
        assertThat(ArgumentText.of(new StringBuilder("{\"a\": "))).isEqualTo("{\"a\": ");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void noNumberThatJsonLacks(double number) {
        assertThatThrownBy(() -> ArgumentText.of(List.of(number)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("arguments must not contain " + number + ", which JSON can't express");
    }

    @Test
    void otherObjectsAndNamesAreRefused() {
        assertThatThrownBy(() -> ArgumentText.of(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("a record or a scalar, not java.lang.Object");
        assertThatThrownBy(() -> ArgumentText.of(Map.of(1, "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("names of arguments must be text, was 1");
    }

    @Test
    void valuesMayBeAsDeepAsTheLimit() {
        for (String way : List.of("list", "map", "array", "record")) {
            assertThat(ArgumentText.of(nested(way, 500))).as(way).contains("0");
            assertThatThrownBy(() -> ArgumentText.of(nested(way, 501)))
                    .as(way)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("arguments must not be nested deeper than 500 levels");
        }
    }

    private record Box(Object content) {}

    private static Object nested(String way, int depth) {
        Object value = 0;
        for (int i = 0; i < depth; i++) {
            value = switch (way) {
                case "list" -> new ArrayList<>(Collections.singletonList(value));
                case "map" -> Map.of("a", value);
                case "array" -> new Object[] {value};
                default -> new Box(value);
            };
        }
        return value;
    }
}
