package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;

/** The comparison of parameters without their descriptions for models. Stateless. */
final class Shapes {
    private Shapes() {}

    /** Returns whether two tools have the same parameters. */
    static boolean same(ToolSchema one, ToolSchema other) {
        return shape(one.root()).equals(shape(other.root()));
    }

    /** Returns a type without its descriptions for models. */
    private static ParameterType shape(ParameterType type) {
        return type.byStructure(
                array -> ParameterType.arrayOf(shape(array.items().orElseThrow())),
                object -> ParameterType.objectOf(
                        object.properties().stream().map(Shapes::shape).toList(),
                        object.additional() == null ? null : shape(object.additional())),
                leaf -> leaf);
    }

    private static Parameter shape(Parameter each) {
        return new Parameter(each.name(), shape(each.type()), each.isRequired(), each.defaultValue(), "", false, false);
    }
}
