package dev.toolpolicy.runtime;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown where an engine can't be built; its message lists everything that is wrong. */
public final class InvalidPolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong; problems are not serializable, their text is in the message. */
    private final transient List<PolicyProblem> problems;

    InvalidPolicyException(List<PolicyProblem> problems) {
        super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * What is wrong.
     *
     * @return every problem, tool by tool
     */
    public List<PolicyProblem> problems() {
        return problems;
    }
}
