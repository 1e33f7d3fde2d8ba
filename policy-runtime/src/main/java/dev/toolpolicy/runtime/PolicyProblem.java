package dev.toolpolicy.runtime;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import java.util.List;
import java.util.Optional;

/**
 * A problem that keeps an engine from being built.
 *
 * @param subject the part with the problem, such as a tool or a place in a file
 * @param diagnostic the problem
 * @param configuration the problem with its place, if it is in a configuration
 */
public record PolicyProblem(String subject, Diagnostic diagnostic, Optional<ConfigurationProblem> configuration) {

    /** Creates a problem of a part that was set in code. */
    PolicyProblem(String subject, Diagnostic diagnostic) {
        this(subject, diagnostic, Optional.empty());
    }

    /** Creates a problem of a configuration. */
    static PolicyProblem of(ConfigurationProblem problem) {
        String subject =
                problem.place().map(ConfigurationProblem.Place::toString).orElse(problem.pointer());
        return new PolicyProblem(subject, problem.diagnostic(), Optional.of(problem));
    }

    /** Creates a problem whose place is in a configuration. */
    static PolicyProblem at(ConfigurationProblem.Place place, Diagnostic diagnostic) {
        return of(new ConfigurationProblem("", diagnostic, Optional.of(place), List.of()));
    }

    @Override
    public String toString() {
        return configuration
                .map(ConfigurationProblem::message)
                .orElseGet(() -> subject + ": " + diagnostic.message().replace("\n", "\n  "));
    }
}
