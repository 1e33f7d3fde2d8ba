package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import java.util.Set;
import java.util.TreeSet;

/** A session's flows at one moment: its labels, and which values stand in its sets. Immutable. */
public interface Membership {
    /** A session that has read nothing. */
    Membership NONE = new Membership() {
        @Override
        public Set<String> labels() {
            return Set.of();
        }

        @Override
        public boolean contains(String set, Object value) {
            return false;
        }
    };

    /**
     * Returns the flows that facts tell of, as a search for calls finds them.
     *
     * @param facts the facts, with the hidden ones of {@link FlowFacts}
     * @param form the normal form of paths
     */
    static Membership in(JsonNode facts, NormalPath.Form form) {
        return new Membership() {
            @Override
            public Set<String> labels() {
                Set<String> labels = new TreeSet<>();
                facts.properties()
                        .forEach(fact -> FlowFacts.labelAt(ArgumentPointer.of(fact.getKey()))
                                .filter(label -> fact.getValue().booleanValue())
                                .ifPresent(labels::add));
                return labels;
            }

            @Override
            public boolean hasLabel(String label) {
                return facts.path(FlowFacts.label(label).parameter()).booleanValue();
            }

            @Override
            public boolean contains(String set, Object value) {
                return facts.path(FlowFacts.set(set).parameter()).valueStream().anyMatch(each -> {
                    boolean isPath = value instanceof NormalPath && each.isTextual();
                    return value.equals(isPath ? form.of(each.textValue()) : ValueSet.canonical(each, null, form));
                });
            }
        };
    }

    /** Returns the session's labels, in order. */
    Set<String> labels();

    /** Returns whether the session has a label. A session of which nothing is known has every label. */
    default boolean hasLabel(String label) {
        return labels().contains(label);
    }

    /**
     * Returns whether a value stands in a set as it is now.
     *
     * @param set the set's name
     * @param value a string, a {@link dev.toolpolicy.schema.NormalPath} or a {@link
     *     dev.toolpolicy.schema.ExactNumber}, as {@link ValueSet#canonical} gives it
     */
    boolean contains(String set, Object value);
}
