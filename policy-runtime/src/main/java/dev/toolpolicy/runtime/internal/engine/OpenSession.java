package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.SessionCalls;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.flow.FlowView;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.run.ArgumentText;
import dev.toolpolicy.runtime.internal.run.AskingTool;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.CompleteCall;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.runtime.internal.run.PreviewedCall;
import dev.toolpolicy.runtime.internal.run.RunningTurn;
import dev.toolpolicy.runtime.internal.run.StreamedCall;
import dev.toolpolicy.runtime.internal.run.StreamedResponse;
import dev.toolpolicy.stream.CallProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A session of an engine, around the settings of its calls. */
public final class OpenSession implements PolicySession, SessionCalls {
    private final String id;

    private final Supplier<EngineState> engine;

    private volatile CallSetting setting;

    private final AtomicBoolean closed;

    private final SessionFacts facts = new SessionFacts();

    /** Creates a session. Each call uses the engine's state at its start. */
    OpenSession(String id, Supplier<EngineState> engine, CallSetting setting) {
        this(id, engine, setting, new AtomicBoolean());
    }

    private OpenSession(String id, Supplier<EngineState> engine, CallSetting setting, AtomicBoolean closed) {
        this.id = id;
        this.setting = setting.knowing(() -> facts.known(engine.get().facts()));
        this.engine = engine;
        this.closed = closed;
    }

    @Override
    public PolicySession facts(Object known) {
        requireOpen();
        facts.say(Objects.requireNonNull(known, "known"), engine.get().facts());
        return this;
    }

    @Override
    public PolicySession withFacts(Object known) {
        requireOpen();
        return new OpenSession(id, engine, setting, closed).facts(known);
    }

    @Override
    public PolicySession addLabels(String... labels) {
        requireOpen();
        for (String label : labels) {
            if (!FlowFacts.isName(label)) {
                throw new IllegalArgumentException(
                        "a label has small letters, digits and -, not " + VisibleText.quoted(label, VisibleText.NAME));
            }
        }
        policies().flows().label(List.of(labels));
        return this;
    }

    @Override
    public PolicySession userMessage(String... parts) {
        requireOpen();
        policies().flows().say(List.of(parts));
        return this;
    }

    @Override
    public List<SessionLabel> labels() {
        requireOpen();
        if (!policies().flows().isOn()) {
            return List.of();
        }
        FlowView now = policies().flows().view(new Turn());
        return now.labels().stream()
                .map(label -> label(label, now.origin(label)))
                .toList();
    }

    private static SessionLabel label(String name, SessionLabels.Origin by) {
        return new SessionLabel(name, by.tool(), by.callId(), by.time(), by.summary());
    }

    @Override
    public ToolCatalog offeredTools() {
        requireOpen();
        CallSetting now = now();
        Facts known = now.known();
        List<ToolSpec<?>> offered = new ArrayList<>(engine.get().callable().tools());
        offered.removeIf(tool -> {
            PreparedTool prepared = now.tools().get(tool.name());
            return prepared != null && prepared.run().deniesAll(known);
        });
        return ToolCatalog.of(offered);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public ToolCallStream call(String callId, String tool) {
        requireOpen();
        return StreamedCall.named(
                now(), Objects.requireNonNull(callId, "callId"), Objects.requireNonNull(tool, "tool"));
    }

    @Override
    public ResponseStream response() {
        requireOpen();
        return new StreamedResponse(this::open);
    }

    @Override
    public ToolTurn turn(ToolHandlers tools, TurnSettings settings) {
        requireOpen();
        return new RunningTurn(now(), new StreamedResponse(() -> open().reportedByHost()), tools, settings);
    }

    @Override
    public CallPreview preview(String tool, @Nullable Object arguments) {
        requireOpen();
        return PreviewedCall.of(now(), Objects.requireNonNull(tool, "tool"), ArgumentText.of(arguments));
    }

    @Override
    public CallResult execute(String callId, String tool, @Nullable Object arguments, ToolHandlers handlers) {
        return guard(callId, tool, arguments).run(handlers);
    }

    @Override
    public CompletionStage<CallResult> executeAsync(
            String callId, String tool, @Nullable Object arguments, ToolHandlers handlers) {
        return guard(callId, tool, arguments).runAsync(handlers);
    }

    @Override
    public GuardedCall guard(String callId, String tool, @Nullable Object arguments) {
        requireOpen();
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(tool, "tool");
        String text = ArgumentText.of(arguments);
        return new CompleteCall(
                this::open, now -> StreamedCall.named(now, callId, tool).append(text), null);
    }

    @Override
    public CallResult finished(String ticket, ToolResult outcome) {
        requireOpen();
        return FinishedCall.finish(now(), ticket, outcome);
    }

    @Override
    public void onProgress(Consumer<? super CallProgress> display) {
        setting = setting.displayedBy(display);
    }

    @Override
    public SessionCalls calls() {
        return this;
    }

    /**
     * Returns what a session's calls share, for the project's adapters.
     *
     * @param session a session of an engine
     * @return returns the settings of calls that begin now; throws {@link IllegalStateException} if the session is closed
     * @throws IllegalArgumentException if the session isn't one of an engine
     */
    public static Supplier<CallSetting> settingsOf(PolicySession session) {
        if (session instanceof OpenSession open) {
            return open::open;
        }
        throw new IllegalArgumentException("only an engine makes sessions, not " + session.getClass());
    }

    /**
     * Adds the labels of a tool's results that reach a session's model without a call here.
     *
     * @throws dev.toolpolicy.runtime.store.StoreException if they can't be stored
     */
    public static void deliver(PolicySession session, String tool) {
        settingsOf(session).get().policies().flows().deliver(tool);
    }

    /**
     * Begins a session as the child of another one, for calls of one tool: only if that one has labels or limits for it.
     *
     * @throws dev.toolpolicy.runtime.store.StoreException if it can't be stored
     */
    public static void beginIn(PolicySession parent, PolicySession child, String tool) {
        PolicyRegistry of = settingsOf(parent).get().policies();
        if (of.flows().isOn() || !of.policiesFor(tool).isEmpty()) {
            beginIn(parent, child);
        }
    }

    /**
     * Begins a session as the child of another one.
     *
     * @throws IllegalArgumentException if it is the child of a third one
     * @throws dev.toolpolicy.runtime.store.StoreException if it can't be stored
     */
    public static void beginIn(PolicySession parent, PolicySession child) {
        settingsOf(child).get().policies().beginIn(settingsOf(parent).get().policies());
    }

    @Override
    public PolicyRegistry policies() {
        return setting.policies();
    }

    @Override
    public Approval requestApproval(ToolCallStream call, Duration validity) {
        ToolCall waiting = call.waiting()
                .orElseThrow(() -> new IllegalStateException(
                        "call " + call + " can't be approved: it must be finished and need approval"));
        PreparedTool tool = now().tools().get(waiting.tool());
        if (tool == null) {
            throw new IllegalStateException("call " + call + " can't be approved: its tool was removed");
        }
        return policies().requestApproval(AskingTool.request(now(), tool, call, waiting, null), validity);
    }

    @Override
    public ToolCallOutcome resume(String approval) {
        Approval stored = stored(approval);
        return AskingTool.approved(resumed(approval), stored).finish(approval);
    }

    @Override
    public CallResult resume(String approval, ToolHandlers handlers) {
        Approval stored = stored(approval);
        if (stored.status() != Approval.Status.PENDING) {
            return guarded(stored).run(handlers);
        }
        String waits = "Not run yet: this call still waits for a person's approval.";
        return CallResult.notRun(0, stored.call().id(), stored.call().tool(), CallResult.Kind.PENDING, waits)
                .waitingFor(approval);
    }

    @Override
    public GuardedCall guardApproved(String approval) {
        return guarded(stored(approval));
    }

    private GuardedCall guarded(Approval approval) {
        return new CompleteCall(() -> resumed(approval.id()), now -> AskingTool.approved(now, approval), approval.id());
    }

    /** Returns the settings of a stored call, which keeps the labels that it was written under. */
    private CallSetting resumed(String approval) {
        return open().under(() -> policies().storedLabels(approval));
    }

    /** Returns why a stored call can't run with edited arguments, as far as it is known now. */
    Optional<String> problem(Approval shown, ObjectNode arguments) {
        return AskingTool.problem(now().under(() -> policies().storedLabels(shown.id())), shown, arguments);
    }

    private Approval stored(String approval) {
        requireOpen();
        return policies()
                .approvals()
                .find(approval)
                .filter(each -> each.session().equals(id))
                .orElseThrow(() -> new IllegalStateException("session " + VisibleText.quoted(id, VisibleText.NAME)
                        + " has no approval " + VisibleText.quoted(approval, VisibleText.NAME)));
    }

    private CallSetting open() {
        requireOpen();
        return now();
    }

    private CallSetting now() {
        return engine.get().now(setting).in(new Turn());
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("session " + VisibleText.quoted(id, VisibleText.NAME) + " is closed");
        }
    }

    @Override
    public void close() {
        synchronized (closed) { // a second close returns when the first has joined
            if (closed.getAndSet(true)) { // from now on no call begins whose labels would be missing in the parent
                return;
            }
            boolean isJoined = false;
            try {
                setting.policies().flows().joinParent();
                isJoined = true;
            } finally {
                closed.set(isJoined);
                PermissionCoordinator requests = setting.permission();
                if (requests != null) {
                    requests.close();
                }
            }
        }
    }

    @Override
    public String toString() {
        return "session " + VisibleText.line(id, VisibleText.NAME);
    }
}
