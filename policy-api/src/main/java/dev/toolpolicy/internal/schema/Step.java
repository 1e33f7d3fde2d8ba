package dev.toolpolicy.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One step from a value to the values below it. */
public sealed interface Step {

    /**
     * The step to the property of a name.
     *
     * @param name the unescaped name
     */
    record Property(String name) implements Step {
        @Override
        public boolean equals(Object other) { // written out: the record's own must be linked in each new process
            return other instanceof Property property && name.equals(property.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** The step to every element of an array. */
    record Elements() implements Step {}

    /** Passes every value at some steps to a consumer, in document order. Missing places and nulls are left out. */
    static void walk(JsonNode start, List<Step> steps, Consumer<JsonNode> consumer) {
        walk(start, steps, 0, consumer);
    }

    private static void walk(@Nullable JsonNode value, List<Step> steps, int step, Consumer<JsonNode> consumer) {
        if (value == null || value.isNull() || value.isMissingNode()) {
            return;
        }
        if (step == steps.size()) {
            consumer.accept(value);
        } else if (steps.get(step) instanceof Property property) {
            walk(value.get(property.name()), steps, step + 1, consumer);
        } else {
            value.forEach(element -> walk(element, steps, step + 1, consumer));
        }
    }
}
