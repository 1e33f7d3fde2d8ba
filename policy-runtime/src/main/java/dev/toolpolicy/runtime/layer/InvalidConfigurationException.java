package dev.toolpolicy.runtime.layer;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The exception for a configuration that can't be used. It lists every problem, and no part of the configuration takes
 * effect.
 */
public final class InvalidConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProblem> problems;

    /**
     * Creates an exception for these problems.
     *
     * @param problems every problem, including warnings, in the order of the text
     */
    public InvalidConfigurationException(List<ConfigurationProblem> problems) {
        super(problems.stream().map(ConfigurationProblem::message).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Returns every problem.
     *
     * @return an immutable list in the order of the text
     */
    public List<ConfigurationProblem> problems() {
        return problems;
    }
}
