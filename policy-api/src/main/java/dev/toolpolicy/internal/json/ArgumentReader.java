package dev.toolpolicy.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one value of a call's arguments, as the Java type that a record needs. Generated binders use it:
 *
 * <pre>{@code
 * new ModifyFile(
 *         reader.at("path").path(),
 *         reader.at("patterns").list(ModifyFileTool::replacement));
 * }</pre>
 *
 * <p>Every method that reads a value throws an {@link ArgumentException} with the value's pointer if the value is
 * missing or can't be represented. The exception's offset is 0, since the position in the text is no longer known. A
 * reader is immutable as long as the arguments are. The lists, sets and maps that it returns are unmodifiable and keep
 * the order of the text.
 */
public final class ArgumentReader {
    /** The parser rejects longer whole numbers, and writing one out would be slow. */
    private static final int MAX_DIGITS = 1000;

    private final JsonNode value;
    private final String pointer;

    private ArgumentReader(JsonNode value, String pointer) {
        this.value = value;
        this.pointer = pointer;
    }

    /**
     * Creates a reader of a call's arguments.
     *
     * @param arguments schema-valid arguments with their defaults
     * @return a reader of the whole object
     */
    public static ArgumentReader of(ObjectNode arguments) {
        return new ArgumentReader(arguments, "");
    }

    /**
     * Returns a reader of a property's value, which may be missing.
     *
     * @throws ArgumentException if this value is not an object
     */
    public ArgumentReader at(String name) {
        return below(object().path(name), name);
    }

    /**
     * Reads a string.
     *
     * @return the string as the model wrote it
     */
    public String text() {
        return require(value.isTextual(), "a string").textValue();
    }

    /**
     * Reads a path.
     *
     * @return the path in the default file system
     */
    public Path path() {
        String text = text();
        try {
            return Path.of(text);
        } catch (InvalidPathException refused) {
            throw mismatch("a path that this system takes");
        }
    }

    /**
     * Reads a URI.
     *
     * @return the URI, absolute or relative
     */
    public URI uri() {
        String text = text();
        try {
            return new URI(text);
        } catch (URISyntaxException refused) {
            throw mismatch("a URI");
        }
    }

    /**
     * Reads a boolean.
     *
     * @return true or false
     */
    public boolean flag() {
        return require(value.isBoolean(), "a boolean").booleanValue();
    }

    /** Reads a whole number that fits a byte. */
    public byte byteValue() {
        return (byte) wholeNumber(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    /** Reads a whole number that fits a short. */
    public short shortValue() {
        return (short) wholeNumber(Short.MIN_VALUE, Short.MAX_VALUE);
    }

    /** Reads a whole number that fits an int. */
    public int intValue() {
        return (int) wholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Reads a whole number that fits a long. */
    public long longValue() {
        return wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Reads a whole number of any size. */
    public BigInteger bigInteger() {
        BigDecimal number = decimal();
        long digits = (long) number.precision() - number.scale();
        if (digits > MAX_DIGITS || number.stripTrailingZeros().scale() > 0) {
            throw mismatch("a whole number");
        }
        return number.toBigInteger();
    }

    /**
     * Reads a number as a float.
     *
     * @return the nearest float, never infinite
     */
    public float floatValue() {
        float number = decimal().floatValue();
        require(Float.isFinite(number), "a number of a float's size");
        return number;
    }

    /**
     * Reads a number as a double.
     *
     * @return the nearest double, never infinite
     */
    public double doubleValue() {
        double number = decimal().doubleValue();
        require(Double.isFinite(number), "a number of a double's size");
        return number;
    }

    /**
     * Reads a number exactly.
     *
     * @return the number without rounding
     */
    public BigDecimal decimal() {
        require(value.isNumber(), "a number");
        try {
            return value.isFloat() ? new BigDecimal(value.numberValue().toString()) : value.decimalValue();
        } catch (NumberFormatException notFinite) {
            throw mismatch("a finite number");
        }
    }

    /**
     * Reads any value.
     *
     * @return a copy of the value
     */
    public JsonNode json() {
        return require(!value.isMissingNode(), "a value").deepCopy();
    }

    /**
     * Reads an array as a list.
     *
     * @param element reads each element
     * @param <T> the type of an element
     * @return the elements in order
     */
    public <T> List<T> list(Function<ArgumentReader, T> element) {
        require(value.isArray(), "an array");
        List<T> elements = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            elements.add(element.apply(below(value.get(i), Integer.toString(i))));
        }
        return Collections.unmodifiableList(elements);
    }

    /**
     * Reads an array as a set. Equal elements count once.
     *
     * @param element reads each element
     * @param <T> the type of an element
     * @return the elements, in the order of their first occurrence
     */
    public <T> Set<T> set(Function<ArgumentReader, T> element) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(list(element)));
    }

    /**
     * Reads an object as a map.
     *
     * @param element reads each property's value
     * @param <T> the type of a property's value
     * @return the values by name
     */
    public <T> Map<String, T> map(Function<ArgumentReader, T> element) {
        Map<String, T> values = new LinkedHashMap<>();
        object().forEachEntry((name, each) -> values.put(name, element.apply(below(each, name))));
        return Collections.unmodifiableMap(values);
    }

    /**
     * Reads a value that a call may omit.
     *
     * @param present reads the value if it is present
     * @param <T> the type of the value
     * @return the value, or empty if it is missing or null
     */
    public <T> Optional<T> optional(Function<ArgumentReader, T> present) {
        return Optional.ofNullable(orNull(present));
    }

    /**
     * Reads an int that a call may omit.
     *
     * @return the number, or empty if it is missing or null
     */
    public OptionalInt optionalInt() {
        return isAbsent() ? OptionalInt.empty() : OptionalInt.of(intValue());
    }

    /**
     * Reads a long that a call may omit.
     *
     * @return the number, or empty if it is missing or null
     */
    public OptionalLong optionalLong() {
        return isAbsent() ? OptionalLong.empty() : OptionalLong.of(longValue());
    }

    /**
     * Reads a double that a call may omit.
     *
     * @return the number, or empty if it is missing or null
     */
    public OptionalDouble optionalDouble() {
        return isAbsent() ? OptionalDouble.empty() : OptionalDouble.of(doubleValue());
    }

    /**
     * Reads a value that a call may omit.
     *
     * @param present reads the value if it is present
     * @param <T> the type of the value
     * @return the value, or null if it is missing or null
     */
    public <T> @Nullable T orNull(Function<ArgumentReader, T> present) {
        return isAbsent() ? null : present.apply(this);
    }

    /**
     * Creates the exception for a string that is not one of the allowed values.
     *
     * @return the exception for the caller to throw
     */
    public ArgumentException notOneOf(String... allowed) {
        return failure(DiagnosticCode.NOT_ALLOWED_VALUE, "expected one of " + String.join(", ", allowed));
    }

    private boolean isAbsent() {
        return value.isMissingNode() || value.isNull();
    }

    private JsonNode object() {
        return require(value.isObject(), "an object");
    }

    private long wholeNumber(long lowest, long highest) {
        BigInteger number = bigInteger();
        boolean fits = number.bitLength() < Long.SIZE && number.longValue() >= lowest && number.longValue() <= highest;
        require(fits, "a whole number from " + lowest + " to " + highest);
        return number.longValue();
    }

    private ArgumentReader below(JsonNode child, String name) {
        return new ArgumentReader(child, pointer + "/" + ArgumentPointer.escape(name));
    }

    private JsonNode require(boolean fits, String expected) {
        if (!fits) {
            throw mismatch(expected);
        }
        return value;
    }

    private ArgumentException mismatch(String expected) {
        return value instanceof MissingNode
                ? failure(DiagnosticCode.MISSING_PARAMETER, "expected " + expected + " and nothing came")
                : failure(DiagnosticCode.TYPE_MISMATCH, "expected " + expected);
    }

    private ArgumentException failure(DiagnosticCode code, String expected) {
        String came = value.isMissingNode() ? "" : ", came " + shown();
        return new ArgumentException(new ArgumentError(code, 0, pointer, expected + came));
    }

    private String shown() {
        if (value.isContainerNode()) {
            return value.isArray() ? "an array" : "an object";
        }
        return value.isTextual()
                ? VisibleText.quoted(value.textValue(), VisibleText.NAME)
                : VisibleText.line(value.toString(), VisibleText.NAME);
    }
}
