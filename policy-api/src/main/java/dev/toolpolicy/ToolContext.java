package dev.toolpolicy;

import java.util.Objects;

/**
 * Where a call happens. Immutable.
 *
 * @param session the session's id
 */
public record ToolContext(String session) {

    /**
     * Checks and copies the components.
     *
     * @param session the session's id
     */
    public ToolContext {
        Objects.requireNonNull(session, "session");
    }
}
