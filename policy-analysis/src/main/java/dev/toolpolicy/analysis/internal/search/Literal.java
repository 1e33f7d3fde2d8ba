package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something to be asked of a value that some steps lead to: that it is within a set, or outside of it. Whether it is
 * asked of every such value or of some is for others to say. Nulls are no values.
 *
 * @param steps the way to the values, from the place that is looked at
 * @param type the type of the values
 * @param set the set
 * @param within whether they are to be within it
 * @param form how paths are read
 */
public record Literal(List<Step> steps, ParameterType type, ValueSet set, boolean within, NormalPath.Form form) {

    /** That there is no value. */
    static Literal none(List<Step> steps, ParameterType type) {
        return new Literal(steps, type, ValueSet.NOTHING, true, NormalPath.Form.PLAIN);
    }

    /** Whether it is about the place that is looked at. */
    boolean isHere() {
        return steps.isEmpty();
    }

    /** The same, from the place after the first step. */
    Literal rest() {
        return new Literal(steps.subList(1, steps.size()), type, set, within, form);
    }

    boolean accepts(JsonNode value) {
        return set.contains(ValueSet.canonical(value, type, form)) == within;
    }

    boolean isTrueOfEvery(JsonNode start) {
        boolean[] all = {true};
        reach(start, steps, value -> all[0] &= accepts(value));
        return all[0];
    }

    boolean isTrueOfSome(JsonNode start) {
        boolean[] some = {false};
        reach(start, steps, value -> some[0] |= accepts(value));
        return some[0];
    }

    /** Hands out every value that steps reach. */
    public static void reach(@Nullable JsonNode value, List<Step> steps, Consumer<JsonNode> consumer) {
        if (value == null || value.isNull() || value.isMissingNode()) {
            return;
        } else if (steps.isEmpty()) {
            consumer.accept(value);
            return;
        }
        List<Step> rest = steps.subList(1, steps.size());
        if (steps.get(0) instanceof Step.Property property) {
            reach(value.get(property.name()), rest, consumer);
        } else {
            value.forEach(element -> reach(element, rest, consumer));
        }
    }
}
