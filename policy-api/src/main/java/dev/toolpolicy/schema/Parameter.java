package dev.toolpolicy.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;

/**
 * One declared parameter of a tool, or one declared property of an object parameter. Immutable: the default is copied
 * in and out.
 *
 * @param name the name that models see
 * @param type the type of the values
 * @param isRequired whether a call must have it; false with a default
 * @param defaultValue the value of a call that doesn't have it
 * @param description the description that models see; may be empty
 * @param isLarge whether the values may be long
 * @param isSink whether it says where something goes, or what is destroyed
 */
public record Parameter(
        String name,
        ParameterType type,
        boolean isRequired,
        Optional<JsonNode> defaultValue,
        String description,
        boolean isLarge,
        boolean isSink) {
    /** Checks and copies the components. */
    public Parameter {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(description, "description");
        defaultValue = defaultValue.map(JsonNode::deepCopy);
        if (isRequired && defaultValue.isPresent()) {
            throw new IllegalArgumentException("a required parameter has no default: " + name);
        }
    }

    /**
     * Creates a parameter that every call must have.
     *
     * @param name the name in JSON
     * @param type the type of its values
     * @return a required parameter without description
     */
    public static Parameter required(String name, ParameterType type) {
        return new Parameter(name, type, true, Optional.empty(), "", false, false);
    }

    /**
     * Creates a parameter that a call may omit. A {@code null} means the same as omitting it.
     *
     * @param name the name in JSON
     * @param type the type of its values
     * @return an optional parameter without default and description
     */
    public static Parameter optional(String name, ParameterType type) {
        return new Parameter(name, type, false, Optional.empty(), "", false, false);
    }

    /**
     * Makes this parameter optional with a default, which applies when a call omits it.
     *
     * @param value the default; the caller must have checked that it fits the type
     * @return a copy with this default
     */
    public Parameter withDefault(JsonNode value) {
        return new Parameter(name, type, false, Optional.of(value), description, isLarge, isSink);
    }

    /**
     * Sets the description that models see.
     *
     * @param description the description, possibly empty
     * @return a copy with this description
     */
    public Parameter describedAs(String description) {
        return new Parameter(name, type, isRequired, defaultValue, description, isLarge, isSink);
    }

    /**
     * Marks this parameter as large: its values may be long, so parameters that rules read should come before it.
     *
     * @return a copy that is marked large
     */
    public Parameter asLarge() {
        return new Parameter(name, type, isRequired, defaultValue, description, true, isSink);
    }

    /**
     * Marks this parameter as a sink: it says where something goes, or what is destroyed, such as a recipient or a path.
     * {@code toolpolicy surface --fail-on-free} wants it bound.
     *
     * @return a copy that is marked as a sink
     */
    public Parameter asSink() {
        return new Parameter(name, type, isRequired, defaultValue, description, isLarge, true);
    }

    @Override
    public Optional<JsonNode> defaultValue() {
        return defaultValue.map(JsonNode::deepCopy);
    }

    @Override
    public String toString() {
        return name + ": " + type
                + (isRequired ? "" : defaultValue.map(value -> " = " + value).orElse("?"));
    }
}
