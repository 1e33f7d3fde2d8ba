package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.PolicyContext;

/** A call while its handler runs. Used from any thread. */
public final class RunningCall {
    private final ToolCall call;
    private final PolicyContext context;
    private volatile boolean cancelled;

    RunningCall(ToolCall call, PolicyContext context) {
        this.call = call;
        this.context = context;
    }

    /**
     * The call as it was checked.
     *
     * @return id, tool and arguments
     */
    public ToolCall call() {
        return call;
    }

    /**
     * The session as the call's check saw it.
     *
     * @return what policies remember, and the service's facts
     */
    public PolicyContext context() {
        return context;
    }

    /**
     * Whether nobody waits for the result any more: time is up, or the turn was abandoned. The handler's thread is
     * interrupted then, or the stage that it gave is cancelled.
     *
     * @return true if it should stop
     */
    public boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
    }
}
