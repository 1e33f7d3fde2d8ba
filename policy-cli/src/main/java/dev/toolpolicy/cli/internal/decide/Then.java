package dev.toolpolicy.cli.internal.decide;

import java.util.Locale;

/** The end of a recorded call, as far as the record tells it. */
enum Then {
    /** It ran by a rule, without an approval. */
    ALLOWED,
    /** It ran since a person approved it. */
    APPROVED,
    /** It ran; whether a person was asked isn't recorded. */
    RAN,
    /** A person declined it, or it was interrupted before it ran. */
    DECLINED,
    /** A rule, a policy or a hook denied it. */
    DENIED,
    /** Its tool or its arguments were invalid. */
    INVALID,
    /** Nothing was decided, or nothing is recorded. */
    UNKNOWN;

    boolean ran() {
        return this == ALLOWED || this == APPROVED || this == RAN;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a verdict is the one of then. */
    boolean agreesWith(Verdict verdict) {
        return switch (this) {
            case ALLOWED, RAN -> verdict.word().equals("allow");
            case APPROVED, DECLINED ->
                verdict.word().equals("ask") || verdict.word().equals("edit");
            case DENIED -> verdict.word().equals("deny");
            case INVALID -> verdict.isInvalid();
            case UNKNOWN -> false;
        };
    }
}
