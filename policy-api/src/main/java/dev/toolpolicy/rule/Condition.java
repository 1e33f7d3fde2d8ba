package dev.toolpolicy.rule;

import dev.toolpolicy.schema.ArgumentPointer;

/**
 * When a rule holds: the values at a place satisfy a matcher. Immutable.
 *
 * @param argument the place
 * @param matcher what is demanded of each value there
 * @param match how many of the values must satisfy it; matters only for a pointer through an array
 */
public record Condition(ArgumentPointer argument, Matcher matcher, Match match) {

    /**
     * The condition in words.
     *
     * @return such as {@code /path prefix "src/"}
     */
    @Override
    public String toString() {
        return (match == Match.ALL ? "all of " : "") + argument + " " + matcher;
    }
}
