/**
 * A whole turn: the response of a model with its calls, who lets them run, their execution, and the results that go back.
 *
 * <p>Read {@link dev.toolpolicy.runtime.turn.ToolTurn} first, and {@link dev.toolpolicy.runtime.turn.ToolHandlers} for the
 * handlers of tools.
 */
@NullMarked
package dev.toolpolicy.runtime.turn;

import org.jspecify.annotations.NullMarked;

