package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.Nullable;

/**
 * Literals that must all be true: for a rule, or for an element that a rule looks at. Immutable.
 *
 * @param known what is known of it before any call; open if that depends on the literals
 * @param count how many elements must satisfy the literals; one if they are about the whole call
 * @param element the place of the elements; null if the literals are about the whole call
 * @param literals the literals
 */
record Clause(Standing known, Count count, @Nullable Place element, int[] literals) {
    /** The clause of a catch-all. */
    static final Clause ALWAYS = new Clause(Standing.TRUE, Count.ONE, null, new int[0]);
    /** The clause of what can't be. */
    static final Clause NEVER = new Clause(Standing.FALSE, Count.ONE, null, new int[0]);
}
