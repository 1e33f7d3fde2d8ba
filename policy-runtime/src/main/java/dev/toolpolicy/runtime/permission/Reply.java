package dev.toolpolicy.runtime.permission;

import java.util.Locale;

/**
 * What came of a prompt. Immutable.
 *
 * @param answer the answer; a {@linkplain Answer.Decline refusal} unless the handler gave one
 * @param source where it comes from
 */
public record Reply(Answer answer, Source source) {

    /** Where an answer comes from. */
    public enum Source {
        /** The handler gave it. */
        HANDLER,
        /** It was remembered from an earlier prompt of the session. */
        MEMORY,
        /** It was given to an earlier prompt, for all that waited behind. */
        TOGETHER,
        /** The handler failed, or gave an answer that isn't one to this prompt. */
        FAILED,
        /** Nobody answered in time. */
        TIMED_OUT,
        /** The session was closed. */
        CLOSED,
        /** The service gave the call up. */
        CANCELLED;

        /**
         * The source in one word, for records.
         *
         * @return the name in lower case
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
