package dev.toolpolicy.runtime;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The exception that {@link PolicyEngineBuilder#build} throws when an engine can't be built. Its message lists all
 * problems.
 */
public final class InvalidPolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The problems; they are not serializable, but the message has their text. */
    private final transient List<PolicyProblem> problems;

    /**
     * Creates an exception.
     *
     * @param problems all problems, tool by tool
     */
    public InvalidPolicyException(List<PolicyProblem> problems) {
        super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Returns all problems.
     *
     * @return an immutable list, tool by tool
     */
    public List<PolicyProblem> problems() {
        return problems;
    }
}
