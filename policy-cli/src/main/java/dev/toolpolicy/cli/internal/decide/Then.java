package dev.toolpolicy.cli.internal.decide;

import java.util.Locale;

/** What became of a recorded call, as far as the record tells it. */
enum Then {
    /** It ran by a rule, without an approval. */
    ALLOWED(true),
    /** It ran since a person approved it. */
    APPROVED(true),
    /** It ran; whether a person was asked isn't recorded. */
    RAN(true),
    /** A person declined it, or it was interrupted before it ran. */
    DECLINED(false),
    /** A rule, a policy or a hook denied it. */
    DENIED(false),
    /** Its tool or its arguments were invalid. */
    INVALID(false),
    /** Nothing was decided, or nothing is recorded. */
    UNKNOWN(false);

    private final boolean ran;

    Then(boolean ran) {
        this.ran = ran;
    }

    boolean ran() {
        return ran;
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
