package dev.toolpolicy.runtime.layer;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown where a configuration can't be used: it lists every problem, and none of it is in force. */
public final class InvalidConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProblem> problems;

    /**
     * An exception for these problems.
     *
     * @param problems every problem, warnings among them, in the order of the text
     */
    public InvalidConfigurationException(List<ConfigurationProblem> problems) {
        super(problems.stream().map(ConfigurationProblem::message).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Every problem.
     *
     * @return an immutable list in the order of the text
     */
    public List<ConfigurationProblem> problems() {
        return problems;
    }
}
