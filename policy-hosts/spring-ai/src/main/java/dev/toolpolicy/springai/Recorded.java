package dev.toolpolicy.springai;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call in shadow mode. The session knows the start of one that has a ticket: later calls may require its success. */
record Recorded(@Nullable PolicySession session, String tool, Optional<String> ticket) {
    private static final Logger LOG = System.getLogger(PolicyToolCallingManager.class.getName());

    /** Records the outcome, or only the labels of a call that would have been stopped. Never throws: in shadow mode nothing of ours stops a call. */
    void finish(ToolResult outcome) {
        if (session == null) {
            return;
        }
        try {
            if (ticket.isPresent()) {
                session.calls().finished(ticket.get(), outcome);
            } else {
                OpenSession.deliver(session, tool);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "shadow: the outcome of a call can't be recorded", e);
        }
    }
}
