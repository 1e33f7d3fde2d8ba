package dev.toolpolicy.agents.internal.hook;

import dev.toolpolicy.annotation.Mode;

/**
 * The answer to an agent about a call that is about to run.
 *
 * @param verdict what the agent shall do
 * @param reason why: for the user if the agent asks, for the model if it denies
 */
record HookAnswer(Mode verdict, String reason) {}
