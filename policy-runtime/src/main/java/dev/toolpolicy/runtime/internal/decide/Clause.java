package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.Nullable;

/**
 * Literals that must all be true: for a rule, or for an element that a rule looks at. Immutable.
 *
 * @param rule the index of the rule
 * @param count how many elements must satisfy the literals; one if they are about the whole call
 * @param element the place of the elements; null if the literals are about the whole call
 * @param literals the literals
 */
record Clause(int rule, Count count, @Nullable Place element, int[] literals) {}
