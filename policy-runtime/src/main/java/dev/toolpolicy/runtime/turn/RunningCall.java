package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;

/** A call while its handler runs. Safe for use from any thread. */
public final class RunningCall {
    private final ToolCall call;
    private final PolicyContext context;
    private volatile boolean cancelled;

    RunningCall(ToolCall call, PolicyContext context) {
        this.call = call;
        this.context = context;
    }

    /**
     * Returns the call as it was checked.
     *
     * @return id, tool and arguments
     */
    public ToolCall call() {
        return call;
    }

    /**
     * Returns the session as the call's check saw it.
     *
     * @return the policies' state and the service's facts
     */
    public PolicyContext context() {
        return context;
    }

    /**
     * Returns whether the result is no longer needed, since the call timed out or the turn was abandoned. The handler's
     * thread is then interrupted, or the stage that it returned is cancelled.
     *
     * @return true if the handler should stop
     */
    public boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
    }
}
