package dev.toolpolicy.runtime.config;

import dev.toolpolicy.runtime.analysis.Diagnostic;

/**
 * A problem and its place in a configuration. Immutable.
 *
 * @param pointer the place as a JSON Pointer from the root of what was read; empty for all of it
 * @param diagnostic what is wrong there
 */
public record ConfigurationProblem(String pointer, Diagnostic diagnostic) {

    /**
     * The whole message with its place.
     *
     * @return the place, then the message, of one or more lines
     */
    public String message() {
        return (pointer.isEmpty() ? "" : pointer + ": ") + diagnostic.message();
    }

    @Override
    public String toString() {
        return message();
    }
}
