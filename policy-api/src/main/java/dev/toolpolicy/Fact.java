package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A typed value that a service sets in a session, such as whether a strict mode is on. Policies and their predicates
 * read it. Its name is unique among the service's facts; the session stores the value as JSON. Immutable; declare each
 * fact once, as a constant.
 *
 * @param <T> the value's type
 */
public final class Fact<T> {
    private final String name;
    private final Function<? super T, ? extends JsonNode> write;
    private final Function<? super JsonNode, Optional<T>> read;

    private Fact(
            String name, Function<? super T, ? extends JsonNode> write, Function<? super JsonNode, Optional<T>> read) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("fact name must not be empty");
        }
        this.name = name;
        this.write = write;
        this.read = read;
    }

    /**
     * Creates a fact that is true or false.
     *
     * @param name the fact's name, not empty
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<Boolean> flag(String name) {
        return new Fact<>(
                name,
                BooleanNode::valueOf,
                value -> value.isBoolean() ? Optional.of(value.booleanValue()) : Optional.empty());
    }

    /**
     * Creates a fact that is a string.
     *
     * @param name the fact's name, not empty
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<String> text(String name) {
        return new Fact<>(name, TextNode::valueOf, value -> Optional.ofNullable(value.textValue()));
    }

    /**
     * Creates a fact that is a number.
     *
     * @param name the fact's name, not empty
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<BigDecimal> number(String name) {
        return new Fact<>(
                name,
                DecimalNode::valueOf,
                value -> value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty());
    }

    /**
     * Creates a fact that is any JSON value.
     *
     * @param name the fact's name, not empty
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<JsonNode> json(String name) {
        return new Fact<>(name, JsonNode::deepCopy, value -> Optional.of(value.deepCopy()));
    }

    /**
     * Returns the fact's name.
     *
     * @return the name, unique among the service's facts
     */
    public String name() {
        return name;
    }

    /** Converts a value to the JSON that the session stores. */
    public JsonNode write(T value) {
        return write.apply(Objects.requireNonNull(value, "value"));
    }

    /**
     * Converts the JSON that a session stored back to a value.
     *
     * @return the value, or empty if the JSON has another type
     */
    public Optional<T> read(JsonNode value) {
        return read.apply(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
