package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.Step;
import java.util.List;

/**
 * A test of the values at some steps. Constraints decide whether every such value or only some must pass it. Nulls don't
 * count as values.
 *
 * @param steps the steps to the values, from the current place
 * @param test the test of each value
 */
record Literal(List<Step> steps, Atom test) {

    /** Creates the literal that there is no value. */
    static Literal none(List<Step> steps) {
        return new Literal(steps, Atom.Sets.NOTHING);
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
        Step.walk(start, steps, value -> all[0] &= test.accepts(value, surely));
        return all[0];
    }

    boolean isTrueOfSome(JsonNode start, boolean surely) {
        boolean[] some = {false};
        Step.walk(start, steps, value -> some[0] |= test.accepts(value, surely));
        return some[0];
    }
}
