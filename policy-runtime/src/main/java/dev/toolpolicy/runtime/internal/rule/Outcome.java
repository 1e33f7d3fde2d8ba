package dev.toolpolicy.runtime.internal.rule;

/**
 * What one value means for the rules at its place.
 *
 * @param first the lowest rule that it makes hold; {@link Place#NONE} if it makes none hold
 * @param failed the rules that need every value to satisfy them and that it fails, as indexes into those of the place
 */
record Outcome(int first, int[] failed) {}
