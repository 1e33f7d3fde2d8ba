package dev.toolpolicy.analysis.internal.read;

import java.util.Set;

/** What a session knows of its flows at one moment: its labels, and which values stand in its sets. Immutable. */
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
