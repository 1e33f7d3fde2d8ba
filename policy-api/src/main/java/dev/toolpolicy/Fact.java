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
 * Something that a service tells a session, and that policies and their predicates read: that it runs in a strict mode,
 * say. A fact has a name, unique among the service's, and a type; in the session it is a JSON value. Immutable; declare
 * each once, as a constant.
 *
 * @param <T> the type of its value
 */
public final class Fact<T> {
    private final String name;
    private final Function<? super T, ? extends JsonNode> write;
    private final Function<? super JsonNode, Optional<T>> read;

    private Fact(
            String name,
            Function<? super T, ? extends JsonNode> write,
            Function<? super JsonNode, Optional<T>> read) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a fact's name is never empty");
        }
        this.name = name;
        this.write = write;
        this.read = read;
    }

    /**
     * A fact that is true or false.
     *
     * @param name its name, not empty
     * @return the fact
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<Boolean> flag(String name) {
        return new Fact<>(
                name, BooleanNode::valueOf, value -> value.isBoolean() ? Optional.of(value.booleanValue()) : Optional.empty());
    }

    /**
     * A fact that is a text.
     *
     * @param name its name, not empty
     * @return the fact
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<String> text(String name) {
        return new Fact<>(name, TextNode::valueOf, value -> Optional.ofNullable(value.textValue()));
    }

    /**
     * A fact that is a number.
     *
     * @param name its name, not empty
     * @return the fact
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<BigDecimal> number(String name) {
        return new Fact<>(
                name, DecimalNode::valueOf, value -> value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty());
    }

    /**
     * A fact that is any JSON value.
     *
     * @param name its name, not empty
     * @return the fact
     * @throws IllegalArgumentException if the name is empty
     */
    public static Fact<JsonNode> json(String name) {
        return new Fact<>(name, JsonNode::deepCopy, value -> Optional.of(value.deepCopy()));
    }

    /**
     * The fact's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * A value as the session keeps it.
     *
     * @param value the value
     * @return a JSON value
     * @throws NullPointerException if {@code value} is null
     */
    public JsonNode write(T value) {
        return write.apply(Objects.requireNonNull(value, "value"));
    }

    /**
     * A value as the session keeps it, read back.
     *
     * @param value the JSON value
     * @return the value, or empty if it is of another type: a fact that can't be read isn't there
     */
    public Optional<T> read(JsonNode value) {
        return read.apply(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
