package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown where the requirements of a catalog's tools can't hold; says everything that is wrong with them. */
public final class InvalidRequirementsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** What is wrong; a program's error and never sent anywhere, so it needs not be serializable. */
    private final transient List<Problem> problems;

    InvalidRequirementsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * What is wrong.
     *
     * @return an immutable list, not empty, in the order of the tools
     */
    public List<Problem> problems() {
        return problems;
    }

    /**
     * One thing that is wrong.
     *
     * @param code {@link DiagnosticCode#UNKNOWN_TOOL}, {@link DiagnosticCode#REQUIREMENT_CYCLE},
     *     {@link DiagnosticCode#MISSING_KEY} or {@link DiagnosticCode#KEY_TYPE}; for a pointer that leads nowhere in
     *     the tool that requires, {@link DiagnosticCode#UNKNOWN_POINTER} or {@link DiagnosticCode#ARRAY_INDEX}
     * @param tool the tool that requires; of a cycle the first by name
     * @param summary what is wrong, in one line that stands alone
     */
    public record Problem(DiagnosticCode code, String tool, String summary) {

        @Override
        public String toString() {
            return "[toolpolicy/" + code + "] " + summary;
        }
    }
}
