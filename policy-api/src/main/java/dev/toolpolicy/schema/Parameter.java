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
     * Creates a parameter that every call must have.
     *
     * @param name the name in JSON
     * @param type the type of its values
     * @return a required parameter without description
     */
    public static Parameter required(String name, ParameterType type) {
        return new Parameter(name, type, true, null, "", false);
    }

    /**
     * Creates a parameter that a call may omit. A {@code null} means the same as omitting it.
     *
     * @param name the name in JSON
     * @param type the type of its values
     * @return an optional parameter without default and description
     */
    public static Parameter optional(String name, ParameterType type) {
        return new Parameter(name, type, false, null, "", false);
    }

    /**
     * Makes this parameter optional with a default, which applies when a call omits it.
     *
     * @param value the default; the caller must have checked that it fits the type
     * @return a copy with this default
     */
    public Parameter withDefault(JsonNode value) {
        return new Parameter(name, type, false, value.deepCopy(), description, large);
    }

    /**
     * Sets the description that models see.
     *
     * @param description the description, possibly empty
     * @return a copy with this description
     */
    public Parameter describedAs(String description) {
        return new Parameter(name, type, required, defaultValue, description, large);
    }

    /**
     * Marks this parameter as large: its values may be long, so parameters that rules read should come before it.
     *
     * @return a copy that is marked large
     */
    public Parameter asLarge() {
        return new Parameter(name, type, required, defaultValue, description, true);
    }

    /**
     * Returns the name in JSON.
     *
     * @return the name, as declared
     */
    public String name() {
        return name;
    }

    /**
     * Returns the type of the parameter's values.
     *
     * @return the declared type
     */
    public ParameterType type() {
        return type;
    }

    /**
     * Returns whether every call must have this parameter.
     *
     * @return false for an optional parameter, with or without a default
     */
    public boolean isRequired() {
        return required;
    }

    /**
     * Returns the default.
     *
     * @return a copy of the default, or empty if it has none
     */
    public Optional<JsonNode> defaultValue() {
        return defaultValue == null ? Optional.empty() : Optional.of(defaultValue.deepCopy());
    }

    /**
     * Returns the description that models see.
     *
     * @return the description, possibly empty
     */
    public String description() {
        return description;
    }

    /**
     * Returns whether the values may be long.
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
