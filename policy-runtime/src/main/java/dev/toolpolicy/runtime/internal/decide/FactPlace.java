package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in the declared facts. Immutable.
 *
 * @param steps the way to it
 */
record FactPlace(List<Step> steps) {

    static FactPlace of(Resolution.Resolved place) {
        return new FactPlace(place.steps());
    }

    /** Returns the values there; null if the fact isn't known. What a known fact lacks has no values. */
    @Nullable
    List<JsonNode> values(Facts facts) {
        Optional<String> label = FlowFacts.labelAt(ArgumentPointer.of(((Step.Property) steps.get(0)).name()));
        if (label.isPresent()) {
            return List.of(BooleanNode.valueOf(facts.flows().hasLabel(label.get())));
        }
        JsonNode fact = facts.get(((Step.Property) steps.get(0)).name());
        if (fact == null) {
            return null;
        }
        List<JsonNode> values = new ArrayList<>();
        collect(fact, 1, values);
        return values;
    }

    private void collect(@Nullable JsonNode value, int step, List<JsonNode> values) {
        if (value == null || value.isNull()) {
            return;
        }
        if (step == steps.size()) {
            values.add(value);
        } else if (steps.get(step) instanceof Step.Property property) {
            collect(value.get(property.name()), step + 1, values);
        } else {
            value.forEach(element -> collect(element, step + 1, values));
        }
    }
}
