package dev.toolpolicy.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of one tool, in declaration order. Immutable.
 *
 * @param root the arguments as an object type
 */
public record ToolSchema(ParameterType root) {
    private static final ToolSchema NONE = new ToolSchema(ParameterType.objectOf());

    /** Checks and copies the components. */
    public ToolSchema {
        if (root.kind() != ParameterType.Kind.OBJECT) {
            throw new IllegalArgumentException("the root of a schema is an object, not " + root.typeName());
        }
    }

    /**
     * Creates a schema of these parameters, without additional ones.
     *
     * @param parameters the parameters, in declaration order
     * @throws IllegalArgumentException if two parameters have the same name
     */
    public static ToolSchema of(Parameter... parameters) {
        return parameters.length == 0 ? NONE : new ToolSchema(ParameterType.objectOf(parameters));
    }

    /**
     * Returns the declared parameters.
     *
     * @return an immutable list, in declaration order
     */
    public List<Parameter> parameters() {
        return root.properties();
    }

    /**
     * Finds a parameter by name.
     *
     * @param name the name in JSON
     * @return the parameter, or empty if it is not declared
     */
    public Optional<Parameter> parameter(String name) {
        return root.property(name);
    }

    /**
     * Returns this schema as JSON Schema for models (draft 2020-12): parameters in declaration order, required ones,
     * allowed values, bounds, defaults and descriptions. A path is a string.
     *
     * @return a new object, which the caller may change
     */
    public ObjectNode toJson() {
        return JsonSchemaWriter.write(this);
    }
}
