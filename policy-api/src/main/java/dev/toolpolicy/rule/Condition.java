package dev.toolpolicy.rule;

import dev.toolpolicy.schema.ArgumentPointer;

/**
 * The condition of a rule: the values at a place match. Immutable.
 *
 * @param argument the place in the tool's parameters
 * @param matcher the test of each value there
 * @param match how many of the values must match; used only for a pointer through an array
 */
public record Condition(ArgumentPointer argument, Matcher matcher, Match match) {

    /**
     * Describes the condition in words.
     *
     * @return a text such as {@code /path prefix "src/"}
     */
    @Override
    public String toString() {
        return (match == Match.ALL ? "all of " : "") + argument + " " + matcher;
    }
}
