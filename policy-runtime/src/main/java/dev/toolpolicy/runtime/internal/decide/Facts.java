package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import org.jspecify.annotations.Nullable;

/** The facts that a service gave for a call, beside its arguments. Immutable: equal if the same facts are known. */
public final class Facts {
    /** Nothing is known. */
    public static final Facts NONE = new Facts(JsonNodeFactory.instance.objectNode());

    private final ObjectNode known;

    private Facts(ObjectNode known) {
        this.known = known;
    }

    /** Returns facts by name, each of the declared type; null for one that is known to have no value. */
    public static Facts of(ObjectNode known) {
        return new Facts(known.deepCopy());
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

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Facts that && known.equals(that.known);
    }

    @Override
    public int hashCode() {
        return known.hashCode();
    }

    @Override
    public String toString() {
        return known.toString();
    }
}
