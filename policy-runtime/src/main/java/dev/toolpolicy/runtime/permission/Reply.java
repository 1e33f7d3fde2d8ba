package dev.toolpolicy.runtime.permission;

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
        CLOSED
    }
}
