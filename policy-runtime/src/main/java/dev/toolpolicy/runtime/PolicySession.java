package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.call.ArgumentText;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.call.SessionAccess;
import dev.toolpolicy.runtime.internal.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.session.Approval;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.GuardedCall;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.runtime.turn.ToolTurn;
import dev.toolpolicy.runtime.turn.TurnSettings;
import dev.toolpolicy.stream.CallProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session of an engine: the calls that a model makes for one task, and the state that policies keep of them. Calls
 * of one session may run on several threads. Each call is driven by one thread.
 */
public final class PolicySession implements AutoCloseable {
    static {
        SessionAccess.register(session -> ((PolicySession) session).open());
    }

    private final String id;
    private final Supplier<EngineState> engine;
    private volatile CallSetting setting;
    private final AtomicBoolean closed;
    private final SessionFacts facts = new SessionFacts();

    /** Creates a session. Each call uses the engine's state at its start. */
    PolicySession(String id, Supplier<EngineState> engine, CallSetting setting) {
        this(id, engine, setting, new AtomicBoolean());
    }

    private PolicySession(String id, Supplier<EngineState> engine, CallSetting setting, AtomicBoolean closed) {
        this.id = id;
        this.setting = setting.knowing(() -> facts.known(engine.get().facts()));
        this.engine = engine;
        this.closed = closed;
    }

    /**
     * Sets what the service knows about the session's calls, such as the role of the caller. Rules look at it. Replaces
     * all earlier facts: what the new value lacks is not known any more. Calls that are being read are decided again by
     * the new facts before they run.
     *
     * @param known a record, a map, a tree of Jackson 2 or JSON text with declared facts
     * @return this session
     * @throws IllegalArgumentException if a fact isn't declared or doesn't fit its type
     * @throws IllegalStateException if the session is closed
     */
    public PolicySession facts(Object known) {
        requireOpen();
        facts.say(Objects.requireNonNull(known, "known"), engine.get().facts());
        return this;
    }

    /**
     * Returns this session for calls about which other facts are known: {@code session.withFacts(caller).call(...)}. Its
     * own facts stay as they are. Closing either closes both.
     *
     * @param known a record, a map, a tree of Jackson 2 or JSON text with declared facts
     * @return the same session with these facts for its calls
     * @throws IllegalArgumentException if a fact isn't declared or doesn't fit its type
     * @throws IllegalStateException if the session is closed
     */
    public PolicySession withFacts(Object known) {
        requireOpen();
        return new PolicySession(id, engine, setting, closed).facts(known);
    }

    /**
     * Returns the tools that a model may be offered with the session's facts. A tool of which every call is denied is
     * left out.
     *
     * @return the callable tools, each with its current rule lists
     * @throws IllegalStateException if the session is closed
     */
    public ToolCatalog offeredTools() {
        requireOpen();
        CallSetting now = now();
        List<ToolSpec<?>> offered = new ArrayList<>(engine.get().callable().tools());
        offered.removeIf(tool -> {
            PreparedTool prepared = now.tools().get(tool.name());
            return prepared != null && prepared.run().deniesAll(now.facts().get());
        });
        return ToolCatalog.of(offered);
    }

    /**
     * Returns the session's id.
     *
     * @return the id
     */
    public String id() {
        return id;
    }

    /**
     * Starts a complete call whose tool is known. If it finishes without text, it has no arguments. For responses that
     * stream, use {@link #response} or {@link #turn}, which know how the response ended.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name; an unknown name makes the call invalid
     * @return the call, which takes its argument text
     * @throws IllegalStateException if the session is closed
     */
    public ToolCallStream call(String callId, String tool) {
        requireOpen();
        return Constructors.create(
                ToolCallStream.class,
                now(),
                Objects.requireNonNull(callId, "callId"),
                Objects.requireNonNull(tool, "tool"));
    }

    /**
     * Starts a response of a model, which may contain several calls.
     *
     * @return the response, which takes the parts of its calls by position
     * @throws IllegalStateException if the session is closed
     */
    public ResponseStream response() {
        requireOpen();
        Supplier<CallSetting> current = this::now;
        return Constructors.create(ResponseStream.class, current);
    }

    /**
     * Starts a turn: a response of a model, the execution of its calls, and their results.
     *
     * @param tools the handlers that run approved calls
     * @param settings the settings of the turn
     * @return the turn, which takes the parts of the response's calls
     * @throws IllegalStateException if the session is closed
     */
    public ToolTurn turn(ToolHandlers tools, TurnSettings settings) {
        requireOpen();
        Supplier<CallSetting> current = () -> now().reportedByHost();
        ResponseStream response = Constructors.create(ResponseStream.class, current);
        return Constructors.create(ToolTurn.class, now(), response, tools, settings);
    }

    /**
     * Previews the decision on a complete call: by rules, requirements and limits as they are now. It asks no approver,
     * reserves nothing and runs nothing.
     *
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link #guard}
     * @return the preview, which is not binding: other calls may run before this one does
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    public CallPreview preview(String tool, @Nullable Object arguments) {
        requireOpen();
        return Constructors.create(
                CallPreview.class, now(), Objects.requireNonNull(tool, "tool"), ArgumentText.of(arguments));
    }

    /**
     * Decides about a complete call, asks for approval if needed, runs its handler on this thread, records the outcome
     * and delivers the result by the tool's result rules.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link #guard}
     * @param handlers the handlers of the tools
     * @return the result for the model, also of a call that was denied, declined, invalid or failed
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    public CallResult execute(String callId, String tool, @Nullable Object arguments, ToolHandlers handlers) {
        return guard(callId, tool, arguments).run(handlers);
    }

    /**
     * Decides about a complete call as {@link #execute} does, without waiting. The handler runs on the handlers'
     * executor.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link #guard}
     * @param handlers the handlers of the tools
     * @return a stage with the result, which never fails
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    public CompletionStage<CallResult> executeAsync(
            String callId, String tool, @Nullable Object arguments, ToolHandlers handlers) {
        return guard(callId, tool, arguments).runAsync(handlers);
    }

    /**
     * Guards a complete call that the host runs: {@code session.guard(id, tool, json).run(args -> host.call(args))}.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments: JSON text, a tree of Jackson 2, a map or a record; none if null or blank text
     * @return the call, which is decided when it is run
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    public GuardedCall guard(String callId, String tool, @Nullable Object arguments) {
        requireOpen();
        Supplier<CallSetting> atRun = this::open;
        return Constructors.create(
                GuardedCall.class,
                atRun,
                Objects.requireNonNull(callId, "callId"),
                Objects.requireNonNull(tool, "tool"),
                ArgumentText.of(arguments));
    }

    /**
     * Records the outcome of a call that was handed over to its host with {@link GuardedCall#begin}, on any node. A call
     * has one outcome: of two nodes that give one at once, the second gets an exception. An outcome that comes too late
     * gets one too, and the call's record says that it ran and that its success is unknown.
     *
     * @param ticket the ticket
     * @param outcome the outcome
     * @return the result for the model, by the tool's result rules; it asks no approver, so a result that needs approval
     *     is not delivered
     * @throws IllegalStateException if there is no such open call: its outcome was recorded, or it took too long; also
     *     if the session is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if the outcome can't be stored; trying again in the same
     *     process, with the same outcome, is safe
     */
    public CallResult finished(String ticket, ToolResult outcome) {
        requireOpen();
        return FinishedCall.finish(now(), ticket, outcome);
    }

    /**
     * Sets a display that follows the arguments of later calls while they arrive. Replaces an earlier display.
     *
     * @param display receives each piece, with the value that it completes, on the thread that feeds the call's text;
     *     its exceptions are logged and the call continues
     */
    public void onProgress(Consumer<? super CallProgress> display) {
        setting = setting.displayedBy(display);
    }

    /**
     * Returns the session's policies. A service may add and remove policies there.
     *
     * @return the registry
     */
    public PolicyRegistry policies() {
        return setting.policies();
    }

    /**
     * Requests approval of a call that rules or a session policy don't let run without it. The request waits in the
     * session's store until it is answered through {@link PolicyRegistry#approvals}, on any node.
     *
     * @param call a finished call whose outcome is {@link ToolCallOutcome.NeedsApproval}, or that a session policy denied
     * @param validity how long request and answer are valid; must be positive
     * @return the request
     * @throws IllegalArgumentException if {@code validity} isn't positive
     * @throws IllegalStateException if the call isn't finished, may run without approval, is invalid, or is denied by a
     *     rule, which no approval can lift; if its tool was removed; or if the session has too many requests
     * @throws dev.toolpolicy.runtime.store.StoreException if the request can't be stored
     */
    public Approval requestApproval(ToolCallStream call, Duration validity) {
        ToolCall waiting = call.waiting()
                .orElseThrow(() -> new IllegalStateException(
                        "call " + call + " can't be approved: it must be finished and need approval"));
        PreparedTool tool = now().tools().get(waiting.tool());
        if (tool == null) {
            throw new IllegalStateException("call " + call + " can't be approved: its tool was removed");
        }
        return policies()
                .requestApproval(
                        waiting,
                        tool.terms(),
                        tool.asker(waiting.arguments(), setting.facts().get()),
                        validity);
    }

    /**
     * Resumes an approved call once, on this node or another. The call is read, checked and decided again, by the
     * current rules and policies.
     *
     * @param approval the approval's id
     * @return the outcome of the call; declined if the approval was declined, denied if it isn't granted or belongs to
     *     another call
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    public ToolCallOutcome resume(String approval) {
        ToolCall call = stored(approval).call();
        return Constructors.create(ToolCallStream.class, now().withoutApprover(), call.id(), call.tool())
                .append(call.arguments().toString())
                .finish(approval);
    }

    /**
     * Runs an approved call once, on this node or another, after checking rules and policies as they are now.
     *
     * @param approval the approval's id, such as {@link CallResult#approval}
     * @param handlers the handlers of the tools
     * @return the result: pending if there is no answer yet, declined with the reason, or denied if the approval was
     *     used, has expired or belongs to other arguments
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    public CallResult resume(String approval, ToolHandlers handlers) {
        Approval stored = stored(approval);
        if (stored.status() != Approval.Status.PENDING) {
            return guarded(stored).run(handlers);
        }
        String waits = "Not run yet: this call still waits for a person's approval.";
        return CallResult.notRun(0, stored.call().id(), stored.call().tool(), CallResult.Kind.PENDING, waits)
                .waitingFor(approval);
    }

    /**
     * Prepares an approved call to run once in the host's own code, on any node, by the rules and policies of then.
     *
     * @param approval the approval's id, such as {@link CallResult#approval}
     * @return the call with the approved arguments; it doesn't run if the approval isn't given, was used or has expired
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    public GuardedCall guardApproved(String approval) {
        return guarded(stored(approval));
    }

    private GuardedCall guarded(Approval approval) {
        ToolCall call = approval.call();
        Supplier<CallSetting> atRun = this::open;
        String text = call.arguments().toString();
        return Constructors.create(GuardedCall.class, atRun, call.id(), call.tool(), text, approval.id());
    }

    private Approval stored(String approval) {
        requireOpen();
        return policies()
                .approvals()
                .find(id, approval)
                .orElseThrow(() -> new IllegalStateException("session " + VisibleText.quoted(id, VisibleText.NAME)
                        + " has no approval " + VisibleText.quoted(approval, VisibleText.NAME)));
    }

    private CallSetting open() {
        requireOpen();
        return now();
    }

    private CallSetting now() {
        return engine.get().now(setting);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("session " + VisibleText.quoted(id, VisibleText.NAME) + " is closed");
        }
    }

    /**
     * Closes the session: it takes no more calls, and the approval requests of this object are declined at once, so that
     * their calls don't run. To let an approver finish, close the session when the last {@link ToolCallStream#conclude}
     * or {@link ToolTurn#result} is done. The session's state stays in the engine's store until {@link
     * PolicyRegistry#clear} or until it expires there. Closing again has no effect.
     */
    @Override
    public void close() {
        closed.set(true);
        PermissionCoordinator requests = setting.permission();
        if (requests != null) {
            requests.close();
        }
    }

    @Override
    public String toString() {
        return "session " + VisibleText.line(id, VisibleText.NAME);
    }
}
