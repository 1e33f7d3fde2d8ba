/**
 * A whole turn: a model's response with its calls, their approval and execution, and their results.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.turn.ToolTurn}. {@link dev.toolpolicy.runtime.turn.ToolHandlers} contains
 * the handlers of tools.
 */
@NullMarked
package dev.toolpolicy.runtime.turn;

import org.jspecify.annotations.NullMarked;
