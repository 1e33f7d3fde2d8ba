package dev.toolpolicy.agents.importing.internal.source;

import dev.toolpolicy.runtime.PolicyProblem;

/**
 * A place in a file.
 *
 * @param file the file as its reader named it
 * @param line the line from 1
 * @param column the column from 1, in code points
 */
public record Place(String file, int line, int column) {
    static Place of(PolicyProblem.Place place) {
        return new Place(place.source(), place.line(), place.column());
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
