package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.stream.Collectors;

/** The exception for requirements of a catalog's tools that can't be met. It lists all problems. */
public final class InvalidRequirementsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The problems; not serializable, since this is a programming error and never sent anywhere. */
    private final transient List<Problem> problems;

    InvalidRequirementsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * Returns the problems.
     *
     * @return an immutable list, not empty, in the order of the tools
     */
    public List<Problem> problems() {
        return problems;
    }

    /**
     * One problem.
     *
     * @param code {@link DiagnosticCode#UNKNOWN_TOOL}, {@link DiagnosticCode#REQUIREMENT_CYCLE}, {@link
     *     DiagnosticCode#MISSING_KEY} or {@link DiagnosticCode#KEY_TYPE}; for an unknown argument of the tool that has
     *     the requirement, {@link DiagnosticCode#UNKNOWN_POINTER} or {@link DiagnosticCode#ARRAY_INDEX}
     * @param tool the tool that has the requirement; of a cycle the first by name
     * @param summary the problem, in one line that stands alone
     */
    public record Problem(DiagnosticCode code, String tool, String summary) {

        @Override
        public String toString() {
            return "[toolpolicy/" + code + "] " + summary;
        }
    }
}
