package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;

/** What follows from a place holding no value: a required property is absent only where the object around it is. */
final class Presence {
    private final ToolSchema schema;

    Presence(ToolSchema schema) {
        this.schema = schema;
    }

    /**
     * The outermost place that holds no value if the one at the end of these steps holds none.
     *
     * @param steps the way to a place
     * @return the first of the steps, up to that place; none of them if the place holds a value in every call
     */
    List<Step> emptied(List<Step> steps) {
        List<Parameter> way = parametersOn(steps);
        boolean filledIn = false;
        for (int end = steps.size(); end > 0; end--) {
            if (!(steps.get(end - 1) instanceof Step.Property)) {
                return steps.subList(0, end);
            }
            Parameter parameter = way.get(end - 1);
            if (parameter.isRequired()) {
                continue;
            }
            // Whether a default is itself completed by the defaults within its type is nobody's to assume here.
            if (filledIn || !hasValidDefault(parameter)) {
                return filledIn && hasValidDefault(parameter) ? steps : steps.subList(0, end);
            }
            filledIn = true;
        }
        return List.of();
    }

    private static boolean hasValidDefault(Parameter parameter) {
        return parameter.defaultValue()
                .flatMap(value -> ValueReader.readArgument(parameter.type(), value, ValueSyntax.TYPED))
                .isPresent();
    }

    /** The parameter that each step leads to; for a step to elements the one that holds them. */
    private List<Parameter> parametersOn(List<Step> steps) {
        List<Parameter> way = new ArrayList<>();
        ParameterType type = schema.root();
        for (Step step : steps) {
            if (step instanceof Step.Property property) {
                Parameter parameter = ((ParameterType.ObjectType) type).property(property.name()).orElseThrow();
                way.add(parameter);
                type = parameter.type();
            } else {
                way.add(way.get(way.size() - 1));
                type = ((ParameterType.ArrayType) type).items();
            }
        }
        return way;
    }
}
