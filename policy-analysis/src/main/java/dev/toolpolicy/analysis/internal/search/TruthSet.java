package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.annotation.Mode;

/** The answers that a condition may have, so that a rule is matched, passed or left unanswered. */
public enum TruthSet {
    /** It holds. */
    TRUE,
    /** It doesn't hold, or can't be answered. */
    NOT_TRUE,
    /** It provably doesn't hold. */
    FALSE,
    /** It holds, or can't be answered. */
    NOT_FALSE;

    /**
     * Returns the answers of an earlier rule with which it leaves the decision to a later one. A call isn't allowed if
     * an earlier stricter rule can't be answered.
     */
    public static TruthSet ofEarlier(Mode earlier, Mode later) {
        return later == Mode.ALLOW && earlier != Mode.ALLOW ? FALSE : NOT_TRUE;
    }

    /** Returns the answers that the others are. */
    TruthSet opposite() {
        return switch (this) {
            case TRUE -> NOT_TRUE;
            case NOT_TRUE -> TRUE;
            case FALSE -> NOT_FALSE;
            case NOT_FALSE -> FALSE;
        };
    }

    /** Returns whether an answer is one of these. */
    boolean allows(Truth truth) {
        return switch (this) {
            case TRUE -> truth == Truth.TRUE;
            case NOT_TRUE -> truth != Truth.TRUE;
            case FALSE -> truth == Truth.FALSE;
            case NOT_FALSE -> truth != Truth.FALSE;
        };
    }

    /** Returns whether values must be in a condition's sets, not outside. */
    boolean isWithin() {
        return this == TRUE || this == NOT_FALSE;
    }

    /** Returns whether an unanswered condition is one of these. */
    boolean allowsUnknown() {
        return allows(Truth.UNKNOWN);
    }
}
