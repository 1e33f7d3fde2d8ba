package dev.toolpolicy.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One declared parameter of a tool, or one declared property of an object parameter. Immutable: the default is copied
 * in and out.
 */
public final class Parameter {
    private final String name;
    private final ParameterType type;
    private final boolean required;
    private final @Nullable JsonNode defaultValue;
    private final String description;
    private final boolean large;

    private Parameter(
            String name,
            ParameterType type,
            boolean required,
            @Nullable JsonNode defaultValue,
            String description,
            boolean large) {
        this.name = Objects.requireNonNull(name, "name");
        this.type = Objects.requireNonNull(type, "type");
        this.required = required;
        this.defaultValue = defaultValue;
        this.description = Objects.requireNonNull(description, "description");
        this.large = large;
    }

    /**
     * A parameter that every call must give.
     *
     * @param name its name in JSON
     * @param type its type
     * @return a required parameter without description
     * @throws NullPointerException if an argument is null
     */
    public static Parameter required(String name, ParameterType type) {
        return new Parameter(name, type, true, null, "", false);
    }

    /**
     * A parameter that a call may leave out, or give as {@code null}, which means the same.
     *
     * @param name its name in JSON
     * @param type its type
     * @return an optional parameter without default and description
     * @throws NullPointerException if an argument is null
     */
    public static Parameter optional(String name, ParameterType type) {
        return new Parameter(name, type, false, null, "", false);
    }

    /**
     * This parameter as an optional one with a default, which counts as a value of each call that leaves it out.
     *
     * @param value the default; whoever declares the tool has checked that it fits the type
     * @return the changed parameter
     * @throws NullPointerException if {@code value} is null
     */
    public Parameter withDefault(JsonNode value) {
        return new Parameter(name, type, false, value.deepCopy(), description, large);
    }

    /**
     * This parameter with a description for models.
     *
     * @param text the description, possibly empty
     * @return the changed parameter
     * @throws NullPointerException if {@code text} is null
     */
    public Parameter describedAs(String text) {
        return new Parameter(name, type, required, defaultValue, text, large);
    }

    /**
     * This parameter marked as large: its value may be long, so what decides should be declared before it.
     *
     * @return the changed parameter
     */
    public Parameter asLarge() {
        return new Parameter(name, type, required, defaultValue, description, true);
    }

    /**
     * Its name in JSON.
     *
     * @return the name, as declared
     */
    public String name() {
        return name;
    }

    /**
     * Its type.
     *
     * @return the type
     */
    public ParameterType type() {
        return type;
    }

    /**
     * Whether every call must give it.
     *
     * @return true if it is required
     */
    public boolean isRequired() {
        return required;
    }

    /**
     * Its default.
     *
     * @return a copy of the default, or empty if it has none
     */
    public Optional<JsonNode> defaultValue() {
        return Optional.ofNullable(defaultValue).map(JsonNode::deepCopy);
    }

    /**
     * Its description for models.
     *
     * @return the description, empty if there is none
     */
    public String description() {
        return description;
    }

    /**
     * Whether its value may be long.
     *
     * @return true if it was declared large
     */
    public boolean isLarge() {
        return large;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Parameter that
                && name.equals(that.name)
                && type.equals(that.type)
                && required == that.required
                && Objects.equals(defaultValue, that.defaultValue)
                && description.equals(that.description)
                && large == that.large;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, type, required, defaultValue, description, large);
    }

    @Override
    public String toString() {
        return name + ": " + type + (required ? "" : defaultValue == null ? "?" : " = " + defaultValue);
    }
}
