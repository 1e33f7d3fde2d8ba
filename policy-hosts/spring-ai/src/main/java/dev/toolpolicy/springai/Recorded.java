package dev.toolpolicy.springai;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call in shadow mode whose start the session knows, if it has a ticket: later calls may require its success. */
record Recorded(@Nullable PolicySession session, Optional<String> ticket) {
    private static final Logger LOG = System.getLogger(PolicyToolCallingManager.class.getName());

    /** Records the outcome. Never throws: in shadow mode nothing of ours stops a call. */
    void finish(ToolResult outcome) {
        if (session == null || ticket.isEmpty()) {
            return;
        }
        try {
            session.calls().finished(ticket.get(), outcome);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "shadow: the outcome of a call can't be recorded", e);
        }
    }
}
