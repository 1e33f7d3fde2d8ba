package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge about a call beside its arguments: the facts that a service gave, and the session's flows. Immutable: equal
 * if the same facts and flows are known.
 *
 * @param known the known facts by name; not to be changed
 * @param flows the session's labels and sets
 */
public record Facts(ObjectNode known, Membership flows) {
    /** Nothing is known. */
    public static final Facts NONE = new Facts(JsonNodeFactory.instance.objectNode(), Membership.NONE);

    /** Returns facts by name, each of the declared type; null for one that is known to have no value. */
    public static Facts of(ObjectNode known) {
        return new Facts(known.deepCopy(), Membership.NONE);
    }

    /** Returns the same facts in a session with these flows. */
    public Facts with(Membership others) {
        return flows == others ? this : new Facts(known, others);
    }

    /** Returns a call about which these facts are known. */
    public ToolCall about(ToolCall call) {
        return known.isEmpty() ? call : call.withFacts(known);
    }

    /**
     * Returns the values at a place in the declared facts. What a known fact lacks has no values.
     *
     * @return the values; null if the fact isn't known
     */
    @Nullable
    List<JsonNode> at(List<Step> place) {
        String name = ((Step.Property) place.get(0)).name();
        Optional<String> label = FlowFacts.labelAt(ArgumentPointer.of(name));
        if (label.isPresent()) {
            return List.of(BooleanNode.valueOf(flows.hasLabel(label.get())));
        } else if (!known.has(name)) {
            return null;
        }
        List<JsonNode> values = new ArrayList<>();
        Step.walk(known, place, values::add);
        return values;
    }

    /**
     * Returns whether these mean the same for conditions on facts and labels.
     *
     * @param seek whether some condition on a fact looks into the session's sets
     */
    boolean bindLike(Facts other, boolean seek) {
        return known.equals(other.known)
                && (flows == other.flows
                        || (seek ? flows.equals(other.flows) : flows.labels().equals(other.flows.labels())));
    }

    @Override
    public String toString() {
        return known.toString();
    }
}
