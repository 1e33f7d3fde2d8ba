package dev.toolpolicy.runtime.internal.json;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Objects;

/**
 * An exception of a {@link FragmentVisitor} that does not accept its input. The parser reports it as the text's error
 * and adds the place. It has no stack trace, since the fault is in a text and not in a program.
 */
public final class FragmentRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of error. */
    private final DiagnosticCode code;

    /**
     * Creates an exception with a code and a detail.
     *
     * @param code the kind of error
     * @param detail one line: the expected and the actual value
     */
    public FragmentRefusedException(DiagnosticCode code, String detail) {
        super(Objects.requireNonNull(detail, "detail"), null, false, false);
        this.code = Objects.requireNonNull(code, "code");
    }

    /**
     * Returns the kind of error.
     *
     * @return the code of the text's error
     */
    public DiagnosticCode code() {
        return code;
    }

    /**
     * Returns the expected and the actual value.
     *
     * @return one line
     */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
