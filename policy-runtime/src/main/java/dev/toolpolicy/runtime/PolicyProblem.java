package dev.toolpolicy.runtime;

import dev.toolpolicy.runtime.analysis.Diagnostic;

/**
 * A diagnostic and what it is about. Immutable.
 *
 * @param subject the tool and list, or the policy, in words: {@code tool "deploy", run}
 * @param diagnostic what is wrong with it
 */
public record PolicyProblem(String subject, Diagnostic diagnostic) {

    @Override
    public String toString() {
        return subject + ": " + diagnostic.message().replace("\n", "\n  ");
    }
}
