package dev.toolpolicy.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ArgumentReaderTest {
    private final ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    private final ArgumentReader reader = ArgumentReader.of(arguments);

    @Test
    void readsWholeNumbersHoweverTheyAreWritten() {
        arguments
                .put("x", new BigDecimal("1.20e2"))
                .put("d", 120.0)
                .put("f", 0.1f)
                .put("s", (short) 120);
        assertThat(reader.at("x").intValue()).isEqualTo(120);
        assertThat(reader.at("x").byteValue()).isEqualTo((byte) 120);
        assertThat(reader.at("d").longValue()).isEqualTo(120L);
        assertThat(reader.at("s").shortValue()).isEqualTo((short) 120);
        assertThat(reader.at("x").bigInteger()).isEqualTo(BigInteger.valueOf(120));
        assertThat(reader.at("f").floatValue()).isEqualTo(0.1f);
        assertThat(reader.at("f").decimal()).isEqualByComparingTo("0.1");
    }

    @Test
    void refusesWholeNumbersOutOfTheirRange() {
        arguments.put("b", 128).put("l", new BigInteger("9223372036854775808")).put("h", 0.5);
        arguments.put("low", new BigInteger("-9223372036854775809"));
        assertMismatch(() -> reader.at("b").byteValue(), "/b", "expected a whole number from -128 to 127, came 128");
        assertMismatch(() -> reader.at("l").longValue(), "/l", "came 9223372036854775808");
        assertMismatch(() -> reader.at("low").longValue(), "/low", "came -9223372036854775809");
        assertMismatch(() -> reader.at("h").intValue(), "/h", "expected a whole number, came 0.5");
        assertMismatch(() -> reader.at("h").bigInteger(), "/h", "expected a whole number, came 0.5");
    }

    @Test
    void readsUris() {
        arguments
                .put("u", "https://docs.example.org/a?b")
                .put("bad", "https://docs.example.org/a b")
                .put("n", 1);
        assertThat(reader.at("u").uri().getHost()).isEqualTo("docs.example.org");
        assertMismatch(() -> reader.at("bad").uri(), "/bad", "expected a URI");
        assertMismatch(() -> reader.at("n").uri(), "/n", "expected a string");
    }

    @Test
    void aHugeExponentCostsNothing() {
        arguments.put("big", new BigDecimal("1e999999999")).put("small", new BigDecimal("1e-999999999"));
        assertMismatch(() -> reader.at("big").bigInteger(), "/big", "expected a whole number");
        assertMismatch(() -> reader.at("small").intValue(), "/small", "expected a whole number");
        assertMismatch(() -> reader.at("big").doubleValue(), "/big", "of a double's size");
        assertMismatch(() -> reader.at("big").floatValue(), "/big", "of a float's size");
    }

    @Test
    void refusesNumbersThatAreNotFinite() {
        arguments.put("nan", Double.NaN).put("inf", Float.POSITIVE_INFINITY);
        assertMismatch(() -> reader.at("nan").doubleValue(), "/nan", "finite");
        assertMismatch(() -> reader.at("inf").floatValue(), "/inf", "finite");
    }

    @Test
    void aPathThatTheSystemRefusesIsAMismatch() {
        arguments.put("path", "a\0b").put("good", "src/a");
        assertMismatch(() -> reader.at("path").path(), "/path", "expected a path that this system takes");
        assertThat(reader.at("good").path()).isEqualTo(Path.of("src/a"));
    }

    @Test
    void pointersNameThePlaceWithIndexesAndEscapes() {
        arguments.putObject("a/b").putArray("~").add("x").add(3);
        assertMismatch(
                () -> reader.at("a/b").at("~").list(ArgumentReader::text), "/a~1b/~0/1", "expected a string, came 3");
    }

    @Test
    void collectionsKeepTheirOrderAndAreUnmodifiable() {
        arguments.putArray("x").add("b").add("a").add("b");
        arguments.putObject("m").put("z", 1).put("y", 2);
        List<String> list = reader.at("x").list(ArgumentReader::text);
        Set<String> set = reader.at("x").set(ArgumentReader::text);
        Map<String, Integer> map = reader.at("m").map(ArgumentReader::intValue);
        assertThat(list).containsExactly("b", "a", "b").isUnmodifiable();
        assertThat(set).containsExactly("b", "a").isUnmodifiable();
        assertThat(map.keySet()).containsExactly("z", "y");
        assertThatThrownBy(() -> map.put("x", 3)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void absentAndNullAreEmptyOrNull() {
        arguments.putNull("null");
        for (String name : List.of("null", "absent")) {
            ArgumentReader absent = reader.at(name);
            assertThat(absent.optional(ArgumentReader::text)).isEmpty();
            assertThat(absent.<String>orNull(ArgumentReader::text)).isNull();
            assertThat(absent.optionalInt()).isEmpty();
            assertThat(absent.optionalLong()).isEmpty();
            assertThat(absent.optionalDouble()).isEmpty();
        }
        arguments.put("x", 5);
        assertThat(reader.at("x").optional(ArgumentReader::intValue)).isEqualTo(Optional.of(5));
        assertThat(reader.at("x").optionalInt()).isEqualTo(OptionalInt.of(5));
        assertThat(reader.at("x").optionalLong()).isEqualTo(OptionalLong.of(5));
        assertThat(reader.at("x").optionalDouble()).isEqualTo(OptionalDouble.of(5));
    }

    @Test
    void missingArgumentsAreNamed() {
        List<Function<ArgumentReader, ?>> all = List.of(
                ArgumentReader::text,
                ArgumentReader::path,
                ArgumentReader::flag,
                ArgumentReader::intValue,
                ArgumentReader::decimal,
                ArgumentReader::json,
                each -> each.list(ArgumentReader::text),
                each -> each.map(ArgumentReader::text),
                each -> each.at("y"));
        for (Function<ArgumentReader, ?> read : all) {
            assertThatThrownBy(() -> read.apply(reader.at("x")))
                    .isInstanceOfSatisfying(ArgumentException.class, thrown -> {
                        assertThat(thrown.error().code()).isEqualTo(DiagnosticCode.MISSING_PARAMETER);
                        assertThat(thrown.error().pointer()).isEqualTo("/x");
                    });
        }
    }

    @Test
    void aNullIsAValueOfAnyTypeOnly() {
        arguments.putNull("x");
        assertThat(reader.at("x").json().isNull()).isTrue();
        assertMismatch(() -> reader.at("x").text(), "/x", "expected a string, came null");
    }

    @Test
    void jsonIsACopy() {
        arguments.putObject("x");
        ((ObjectNode) reader.at("x").json()).put("y", 1);
        assertThat(arguments.toString()).isEqualTo("{\"x\":{}}");
    }

    @Test
    void receivedValuesAreCutToASafeLength() {
        arguments.put("x", "a".repeat(500));
        arguments.putArray("list").add("secret");
        assertMismatch(() -> reader.at("x").intValue(), "/x", "came \"" + "a".repeat(120) + "\"...");
        assertMismatch(() -> reader.at("list").text(), "/list", "expected a string, came an array");
        ArgumentException none = reader.at("x").notOneOf("b", "c");
        assertThat(none.error().code()).isEqualTo(DiagnosticCode.NOT_ALLOWED_VALUE);
        assertThat(none.error().detail()).startsWith("expected one of b, c, came \"aaa");
    }

    private static void assertMismatch(Runnable read, String pointer, String detail) {
        Consumer<ArgumentException> says = thrown -> {
            assertThat(thrown.error().code()).isEqualTo(DiagnosticCode.TYPE_MISMATCH);
            assertThat(thrown.error().pointer()).isEqualTo(pointer);
            assertThat(thrown.error().detail()).contains(detail);
        };
        assertThatThrownBy(read::run).isInstanceOfSatisfying(ArgumentException.class, says);
    }
}
