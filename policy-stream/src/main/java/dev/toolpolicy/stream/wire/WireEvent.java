package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event of a body.
 *
 * @param line where its data starts, from 1
 * @param json its data
 */
record WireEvent(int line, JsonNode json) {}
