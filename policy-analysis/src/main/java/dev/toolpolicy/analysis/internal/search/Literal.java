package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.Step;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A test of the values at some steps. Constraints decide whether every such value or only some must pass it. Nulls don't
 * count as values.
 *
 * @param steps the steps to the values, from the current place
 * @param test the test of each value
 */
record Literal(List<Step> steps, ValueTest test) {

    /** Creates the literal that there is no value. */
    static Literal none(List<Step> steps) {
        return new Literal(steps, ValueTest.Sets.NOTHING);
    }

    /** Returns whether this literal is about the current place. */
    boolean isHere() {
        return steps.isEmpty();
    }

    /** Returns this literal as seen from the place after the first step. */
    Literal rest() {
        return new Literal(steps.subList(1, steps.size()), test);
    }

    boolean isTrueOfEvery(JsonNode start, boolean surely) {
        boolean[] all = {true};
        reach(start, steps, value -> all[0] &= test.accepts(value, surely));
        return all[0];
    }

    boolean isTrueOfSome(JsonNode start, boolean surely) {
        boolean[] some = {false};
        reach(start, steps, value -> some[0] |= test.accepts(value, surely));
        return some[0];
    }

    /** Passes every value at some steps to a consumer. */
    static void reach(@Nullable JsonNode value, List<Step> steps, Consumer<JsonNode> consumer) {
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
