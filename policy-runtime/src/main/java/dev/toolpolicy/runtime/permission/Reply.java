package dev.toolpolicy.runtime.permission;

import java.util.Locale;

/**
 * The reply to an approval request. Immutable.
 *
 * @param answer the answer; a {@linkplain Answer.Decline decline} unless the handler gave one
 * @param source the source of the answer
 */
public record Reply(Answer answer, Source source) {

    /** The source of an answer. */
    public enum Source {
        /** The handler answered. */
        HANDLER,
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
}
