package dev.toolpolicy.stream;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Objects;

/**
 * Thrown by a {@link FragmentVisitor} that doesn't take what it hears. The parser makes it the text's error and adds
 * the place. It has no stack trace, since it tells about a text and not about a program.
 */
public final class FragmentRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of error. */
    private final DiagnosticCode code;

    /**
     * A refusal.
     *
     * @param code what kind of error
     * @param detail one line: what was expected and what came
     * @throws NullPointerException if an argument is null
     */
    public FragmentRefusedException(DiagnosticCode code, String detail) {
        super(Objects.requireNonNull(detail, "detail"), null, false, false);
        this.code = Objects.requireNonNull(code, "code");
    }

    /**
     * What kind of error.
     *
     * @return its code
     */
    public DiagnosticCode code() {
        return code;
    }

    /**
     * What was expected and what came.
     *
     * @return one line
     */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
