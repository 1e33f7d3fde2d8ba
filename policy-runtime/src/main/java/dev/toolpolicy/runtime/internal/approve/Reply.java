package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.runtime.Answer;

/**
 * The reply to an approval request. Immutable.
 *
 * @param answer the answer; a decline unless the handler gave one
 * @param source the source of the answer
 */
public record Reply(Answer answer, AnswerSource source) {}
