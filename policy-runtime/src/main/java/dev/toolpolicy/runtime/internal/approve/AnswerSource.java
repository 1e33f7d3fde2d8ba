package dev.toolpolicy.runtime.internal.approve;

import java.util.Locale;

/** The source of an answer. */
public enum AnswerSource {
    /** The handler answered. */
    HANDLER,
    /** A person answered a stored request. */
    STORED,
    /** An earlier answer of the session was applied. */
    MEMORY,
    /** An answer to an earlier request was applied to all that waited behind it. */
    TOGETHER,
    /** The handler failed, or its answer belongs to another request. */
    FAILED,
    /** The request timed out. */
    TIMED_OUT,
    /** The session was closed. */
    CLOSED,
    /** The service cancelled the call. */
    CANCELLED;

    /**
     * Returns the source as one word, for records.
     *
     * @return the name in lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
