package dev.toolpolicy.runtime;

import dev.toolpolicy.runtime.call.CallProgress;
import dev.toolpolicy.runtime.call.CallSetting;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.util.function.Consumer;

/**
 * One session of an engine: the calls that a model makes for one task, and what its policies remember of them. Calls
 * of one session may run on several threads; each call is driven by one.
 */
public final class PolicySession implements AutoCloseable {
    private final String id;
    private volatile CallSetting setting;
    private volatile boolean closed;

    PolicySession(String id, CallSetting setting) {
        this.id = id;
        this.setting = setting;
    }

    /**
     * The session's id.
     *
     * @return the id
     */
    public String id() {
        return id;
    }

    /**
     * A call begins, whose tool is known.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name; one that nobody declared makes the call invalid
     * @return the call, which takes its argument text
     * @throws IllegalStateException if the session is closed
     */
    public ToolCallStream call(String callId, String tool) {
        requireOpen();
        return ToolCallStream.named(setting, callId, tool);
    }

    /**
     * A response of a model begins, which may hold several calls.
     *
     * @return the response, which takes the parts of its calls by their position
     * @throws IllegalStateException if the session is closed
     */
    public ResponseStream response() {
        requireOpen();
        CallSetting now = setting;
        return new ResponseStream(callId -> new ToolCallStream(now, callId));
    }

    /**
     * Follows the arguments of the calls that begin from now on, while they arrive.
     *
     * @param display hears of each piece, on the thread that feeds the call's text; one that throws is logged, and the
     *     call goes on
     */
    public void onProgress(Consumer<? super CallProgress> display) {
        setting = setting.displayedBy(display);
    }

    /**
     * The session's policies, to which a session may add and from which it may remove.
     *
     * @return the registry
     */
    public PolicyRegistry policies() {
        return setting.policies();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("session \"" + id + "\" is closed");
        }
    }

    /** Ends the session: it takes no more calls. Closing again changes nothing. */
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
