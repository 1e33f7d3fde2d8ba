package dev.toolpolicy.runtime;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The exception for a policy that can't be used: that of an engine that can't be built, or of a configuration that
 * can't be read. It lists every problem, and no part of the policy takes effect.
 */
public final class InvalidPolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The problems; they are not serializable, but the message has their text. */
    private final transient List<PolicyProblem> problems;

    /**
     * Creates an exception for these problems.
     *
     * @param problems every problem, including warnings, in the order of the tools or of the text
     */
    public InvalidPolicyException(List<PolicyProblem> problems) {
        super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Returns all problems.
     *
     * @return an immutable list in the order of the tools or of the text
     */
    public List<PolicyProblem> problems() {
        return problems;
    }
}
