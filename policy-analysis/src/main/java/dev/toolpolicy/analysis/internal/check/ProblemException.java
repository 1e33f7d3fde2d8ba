package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;

/**
 * A signal that ends the check of one rule at its first error, since a rule gets at most one. It never leaves the
 * package.
 */
final class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic problem;

    ProblemException(Diagnostic problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    Diagnostic problem() {
        return problem;
    }
}
