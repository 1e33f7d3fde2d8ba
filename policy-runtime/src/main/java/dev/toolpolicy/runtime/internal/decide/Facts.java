package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.analysis.internal.read.Membership;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge about a call beside its arguments: the facts that a service gave, and the session's flows. Immutable: equal
 * if the same facts and flows are known.
 */
public final class Facts {
    /** Nothing is known. */
    public static final Facts NONE = new Facts(JsonNodeFactory.instance.objectNode(), Membership.NONE);

    private final ObjectNode known;
    private final Membership flows;

    private Facts(ObjectNode known, Membership flows) {
        this.known = known;
        this.flows = flows;
    }

    /** Returns facts by name, each of the declared type; null for one that is known to have no value. */
    public static Facts of(ObjectNode known) {
        return new Facts(known.deepCopy(), Membership.NONE);
    }

    /** Returns the same facts in a session with these flows. */
    public Facts with(Membership flows) {
        return flows == this.flows ? this : new Facts(known, flows);
    }

    /** Returns the session's labels and sets. */
    public Membership flows() {
        return flows;
    }

    /** Returns a fact by its name; null if it isn't known. Not to be changed. */
    public @Nullable JsonNode get(String name) {
        return known.get(name);
    }

    /** Returns the known facts by name. Not to be changed. */
    public ObjectNode known() {
        return known;
    }

    /** Returns a call about which these facts are known. */
    public ToolCall about(ToolCall call) {
        return known.isEmpty() ? call : call.withFacts(known);
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
    public boolean equals(@Nullable Object other) {
        return other instanceof Facts that && known.equals(that.known) && flows.equals(that.flows);
    }

    @Override
    public int hashCode() {
        return 31 * known.hashCode() + flows.hashCode();
    }

    @Override
    public String toString() {
        return known.toString();
    }
}
