package dev.toolpolicy.runtime;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.layer.ConfigurationProblem;
import java.util.Optional;

/**
 * A problem that keeps an engine from being built.
 *
 * @param subject the part with the problem, such as a tool or a place in a file
 * @param diagnostic the problem
 * @param configuration the problem with its place, if it is in a configuration
 */
public record PolicyProblem(String subject, Diagnostic diagnostic, Optional<ConfigurationProblem> configuration) {
    @Override
    public String toString() {
        return configuration
                .map(ConfigurationProblem::message)
                .orElseGet(() -> subject + ": " + diagnostic.message().replace("\n", "\n  "));
    }
}
