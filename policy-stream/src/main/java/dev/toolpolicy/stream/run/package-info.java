/**
 * Policies between a model and a client: the runner that calls their hooks, and policies to start from.
 *
 * <p>Read {@link dev.toolpolicy.stream.run.StreamRunner} first: a loop, an iterator, a push interface or a reactive
 * processor around the same stream. {@link dev.toolpolicy.stream.policy.ToolCallJudge} shows how a policy holds calls back.
 */
@NullMarked
package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.policy.ToolCallJudge;
import org.jspecify.annotations.NullMarked;

