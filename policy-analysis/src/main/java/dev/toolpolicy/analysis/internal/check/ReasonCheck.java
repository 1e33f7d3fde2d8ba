package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import java.util.Optional;

/** The check of reasons: of a rule, a requirement or a limit. Stateless. */
public final class ReasonCheck {

    private ReasonCheck() {}

    /** Returns the problem of a reason that is not one line of text; empty if it is. */
    public static Optional<Diagnostic> check(String reason) {
        return reason.isBlank() || reason.codePoints().anyMatch(ReasonCheck::endsLine)
                ? Optional.of(ConditionWords.reason(reason))
                : Optional.empty();
    }

    private static boolean endsLine(int c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }
}
