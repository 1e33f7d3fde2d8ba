package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolResult;
import java.util.Optional;

/**
 * A call that is decided without running it. Immutable; the facts must not be changed.
 *
 * @param tool the name of the tool
 * @param arguments the text of its arguments
 * @param facts what the service knew; empty if nothing was recorded
 * @param outcome the outcome, with the text that the model read if that was recorded; empty if no run was recorded
 */
record RecordedCall(String tool, String arguments, Optional<ObjectNode> facts, Optional<ToolResult> outcome) {}
