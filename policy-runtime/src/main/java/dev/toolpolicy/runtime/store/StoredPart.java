package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One part of one session's state.
 *
 * @param session the session's id
 * @param name the part's name
 * @param value the part's value; must not be changed
 */
public record StoredPart(String session, String name, JsonNode value) {}
