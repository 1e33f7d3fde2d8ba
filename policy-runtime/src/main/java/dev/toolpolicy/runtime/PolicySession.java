package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.CallProgress;
import dev.toolpolicy.runtime.call.CallSetting;
import dev.toolpolicy.runtime.call.PreparedTool;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.gate.GateSession;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.session.Approval;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.turn.ToolExecutor;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One session of an engine: the calls that a model makes for one task, and what its policies remember of them. Calls
 * of one session may run on several threads; each call is driven by one.
 */
public final class PolicySession implements AutoCloseable {
    private final String id;
    private final Supplier<Map<String, PreparedTool>> tools;
    private volatile CallSetting setting;
    private volatile boolean closed;

    /** A session whose calls each begin with the tools of their moment. */
    PolicySession(String id, CallSetting setting, Supplier<Map<String, PreparedTool>> tools) {
        this.id = id;
        this.setting = setting;
        this.tools = tools;
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
     * Begins a call whose tool is known, for a call that is whole: one that is finished without text has no arguments. Parts of
     * a response that streams go into {@link #response} or {@link #turn}, which know how the response ended.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name; one that nobody declared makes the call invalid
     * @return the call, which takes its argument text
     * @throws IllegalStateException if the session is closed
     */
    public ToolCallStream call(String callId, String tool) {
        requireOpen();
        return ToolCallStream.named(now(), callId, tool);
    }

    /**
     * A response of a model begins, which may hold several calls.
     *
     * @return the response, which takes the parts of its calls by their position
     * @throws IllegalStateException if the session is closed
     */
    public ResponseStream response() {
        requireOpen();
        return new ResponseStream(callId -> new ToolCallStream(now(), callId));
    }

    /**
     * A turn begins: a response of a model, with the running of its calls and their results.
     *
     * @param tools runs what may run
     * @param settings how it goes
     * @return the turn, which takes the parts of the response's calls
     * @throws IllegalStateException if the session is closed
     */
    public ToolTurn turn(ToolExecutor tools, TurnSettings settings) {
        return new ToolTurn(id, response(), tools, settings, setting.clock(), setting.permission());
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

    /**
     * Asks for the approval of a call that rules or a policy don't let run without one. The request waits in the session's
     * store until it is answered there ({@link PolicyRegistry#approvals}), on whatever node.
     *
     * @param call a call that is finished, and that is {@link ToolCallOutcome.Unanswered} or refused by a session policy
     * @param good how long request and answer are good, more than nothing
     * @return the request
     * @throws IllegalStateException if there is nothing to approve about the call: it isn't finished, may run as it is, is
     *     invalid, or is skipped by a rule, which nobody can lift; or if the session has too many requests
     * @throws dev.toolpolicy.runtime.store.StoreException if it can't be stored
     */
    public Approval ask(ToolCallStream call, Duration good) {
        ToolCall waiting = call.waiting().orElseThrow(() -> new IllegalStateException(
                "there is nothing to approve about call " + call + ": it isn't finished, or nobody needs to be asked"));
        return policies().ask(waiting, terms(waiting.tool()), good);
    }

    /**
     * Takes a call up again that somebody has approved, on this node or another, once: it is read, checked and decided
     * about anew, by the policies and rules of now.
     *
     * @param approval the approval's id
     * @return what became of the call; refused if the approval isn't granted, or not for this
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    public ToolCallOutcome resume(String approval) {
        requireOpen();
        ToolCall call = policies().approvals().find(id, approval).map(Approval::call).orElseThrow(
                () -> new IllegalStateException("session \"" + id + "\" has no approval \"" + approval + "\""));
        return call(call.id(), call.tool()).append(call.arguments().toString()).finish(approval);
    }

    /**
     * This session for a gate, which decides about the calls of a client that runs them itself.
     *
     * @return the session; its calls begin with the tools of their moment, and fail once this is closed
     */
    public GateSession behindGate() {
        return GateSession.of(() -> {
            requireOpen();
            return now();
        });
    }

    private CallSetting now() {
        return setting.with(tools.get());
    }

    private String terms(String tool) {
        return Objects.requireNonNull(tools.get().get(tool), tool).terms();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("session \"" + id + "\" is closed");
        }
    }

    /**
     * Lets go of the session: it takes no more calls. What it remembers stays in the engine's store, if there is one, until
     * {@link PolicyRegistry#clear}. Prompts that are open are declined. Closing again changes nothing.
     */
    @Override
    public void close() {
        closed = true;
        PermissionCoordinator prompts = setting.permission();
        if (prompts != null) {
            prompts.close();
        }
    }

    @Override
    public String toString() {
        return "session " + id;
    }
}
