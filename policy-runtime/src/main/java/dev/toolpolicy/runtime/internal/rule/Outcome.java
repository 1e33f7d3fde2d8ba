package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.runtime.internal.place.Place;

/**
 * The effect of one value on the rules at its place.
 *
 * @param first the lowest rule that the value makes match; {@link Place#NONE} if there is none
 * @param failed the rules that need all values to match and that this value fails, as indexes into those of the place
 */
record Outcome(int first, int[] failed) {}
