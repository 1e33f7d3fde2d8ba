package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import java.util.List;
import java.util.Optional;

/** The problems of an engine, with the part that has them. */
final class EngineProblems {
    private EngineProblems() {}

    /** Returns a problem of a part that was set in code. */
    static PolicyProblem inCode(String subject, Diagnostic diagnostic) {
        return new PolicyProblem(subject, diagnostic, Optional.empty());
    }

    /** Returns a problem of a configuration. */
    static PolicyProblem of(ConfigurationProblem problem) {
        String subject =
                problem.place().map(ConfigurationProblem.Place::toString).orElse(problem.pointer());
        return new PolicyProblem(subject, problem.diagnostic(), Optional.of(problem));
    }

    /** Returns a problem whose place is in a configuration. */
    static PolicyProblem at(ConfigurationProblem.Place place, Diagnostic diagnostic) {
        return of(new ConfigurationProblem("", diagnostic, Optional.of(place), List.of()));
    }
}
