package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import java.util.Optional;

/**
 * A call that was handed over to a host and has ended.
 *
 * @param call the call
 * @param decision what decided that it ran, as JSON
 * @param inTime false if its outcome came too late, and is unknown to its session
 */
public record EndedCall(ToolCall call, Optional<JsonNode> decision, boolean inTime) {}
