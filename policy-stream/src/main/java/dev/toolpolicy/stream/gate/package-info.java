/**
 * A whole engine as one stream policy, between a model and a client that knows nothing of it.
 *
 * <p>Read {@link dev.toolpolicy.stream.gate.ToolGate} first: calls wait in it until they are decided about. A {@link
 * dev.toolpolicy.stream.gate.GateSession} is what the calls of one client have in common.
 */
@NullMarked
package dev.toolpolicy.stream.gate;

import org.jspecify.annotations.NullMarked;
