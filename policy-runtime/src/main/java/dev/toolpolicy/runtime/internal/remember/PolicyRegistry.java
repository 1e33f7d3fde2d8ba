package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.SessionPolicies;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.Flows;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one session, in order, with the state of each. A call is allowed if every policy that covers its tool
 * allows it. The first denial ends the check.
 *
 * <p>Safe for use from any thread. The session's state is one value that changes by compare-and-set in the session's
 * store. A check therefore sees one consistent state, and concurrent outcomes are all recorded, including those from
 * other processes that serve the same session. Checks, outcomes and changes call the store on the caller's thread; with
 * a store in memory, nothing here blocks. A store or a clock that fails denies the call, for every kind of exception.
 *
 * <p>Policies are user code. A policy that throws in a check denies that call. A policy that throws in a notification
 * denies every call that it covers, until it is {@linkplain #reset reset}. Errors of the virtual machine and
 * cancellations pass through, except for a stack overflow, which a model can provoke.
 */
public final class PolicyRegistry implements SessionPolicies {
    private final SharedState state;
    private final Runnable onClear;
    private final Telemetry telemetry;
    private final Checks checks;
    private final RecordedFlows recorded;
    private final Registrations registered = new Registrations();
    /** The names of all policies that were ever registered here. */
    private final Set<String> names = new HashSet<>();

    /** The session that this one was begun in; null if it wasn't, or not by this object. */
    private volatile @Nullable PolicyRegistry parent;

    private final FactCounts counts;
    private volatile StoredApprovals.EditCheck edits = StoredApprovals.EditCheck.NONE;

    /** Creates a registry without policies, which allows everything and keeps its state in memory. */
    public PolicyRegistry(String session) {
        this(session, SessionSettings.inMemory());
    }

    /**
     * Creates a registry without policies, which allows everything.
     *
     * @param session the session's id; the session continues with the store's state for it
     * @param settings the store, the listeners and the limits
     */
    public PolicyRegistry(String session, SessionSettings settings) {
        this(session, settings, settings, () -> {}, () -> Flows.OFF);
    }

    /**
     * Creates a registry without policies, which allows everything.
     *
     * @param session the session's id; the session continues with the store's state for it
     * @param settings the store, the listeners and the limits
     * @param shared the settings with the store of what all sessions count together
     * @param onClear runs after {@link #clear} has removed the session's state
     * @param engine returns what the engine records of flows now
     */
    public PolicyRegistry(
            String session,
            SessionSettings settings,
            SessionSettings shared,
            Runnable onClear,
            Supplier<Flows> engine) {
        this.onClear = Objects.requireNonNull(onClear, "onClear");
        this.state = new SharedState(
                Objects.requireNonNull(session, "session"),
                Objects.requireNonNull(settings, "settings"),
                new FlowRecorder(engine));
        this.telemetry = new Telemetry(session, settings);
        this.counts = new FactCounts(shared, telemetry);
        FamilyLimits family = new FamilyLimits(state, registered, telemetry);
        this.checks = new Checks(state, registered, telemetry, counts, family);
        this.recorded = new RecordedFlows(state, checks.outcomes(), telemetry, family);
    }

    @Override
    public synchronized void register(ToolPolicy policy) {
        Registration added = new Registration(policy);
        if (registered.find(added.name()).isPresent() || counts.has(added.name())) {
            throw new IllegalArgumentException("policy \"" + added.name() + "\" is already registered");
        }
        if (policy instanceof LimitsPolicy limits && limits.isShared()) {
            counts.add(limits);
        } else {
            registered.add(added);
        }
        names.add(added.name());
    }

    /**
     * Registers the policies of tools that came later, here and in the sessions above, which count their calls. One that
     * was removed stays removed.
     */
    public synchronized void registerLater(List<ToolPolicy> policies, Set<String> tools, Set<String> known) {
        for (ToolPolicy each : policies) {
            if (!names.contains(each.name())
                    && tools.stream()
                            .anyMatch(tool ->
                                    !known.contains(tool) && each.governs().selects(tool))) {
                register(each);
                if (parent != null) {
                    parent.registerLater(List.of(each), tools, known);
                }
            }
        }
    }

    /** Begins this session as the child of another one, as {@link RecordedFlows#beginIn} does. */
    public void beginIn(PolicyRegistry other) {
        recorded.beginIn(other.recorded);
        parent = other;
    }

    @Override
    public boolean unregister(String name) {
        Optional<Registration> policy = registered.find(name);
        policy.ifPresent(its -> state.update(draft -> Memory.remove(its, draft)));
        return policy.isPresent() && registered.remove(name);
    }

    @Override
    public boolean reset(String name) {
        Optional<Registration> policy = registered.find(name);
        policy.ifPresent(its -> state.update(draft -> Snapshots.reset(its, draft, registered.all())));
        return policy.isPresent();
    }

    @Override
    public List<ToolPolicy> policiesFor(String tool) {
        return Stream.<ToolPolicy>concat(
                        registered.governing(tool).stream().map(Registration::policy), counts.governing(tool).stream())
                .toList();
    }

    /**
     * Previews the policies' decision on a call while its arguments stream. Nothing changes and policies aren't
     * notified. Each policy is asked as soon as its parameters are complete, even if earlier policies still wait. A
     * denial by any policy is a denial. If several policies deny, the denial that the model sees can change until the
     * call is checked.
     *
     * <p>With a store outside this process, the last known state is used first, and the store is read only before a
     * denial.
     *
     * @param call the call with its complete top-level parameters
     * @param complete whether these are all arguments, valid and with their defaults
     * @return the decision as of now
     */
    public PolicyPreview preview(ToolCall call, boolean complete) {
        return preview(call, complete, false);
    }

    /**
     * Previews the policies' decision as {@link #preview(ToolCall, boolean)} does, on a call that may be approved.
     *
     * @param call the call with its complete top-level parameters
     * @param complete whether these are all arguments, valid and with their defaults
     * @param approved whether this call was approved
     * @return the decision as of now
     */
    public PolicyPreview preview(ToolCall call, boolean complete, boolean approved) {
        return checks.preview(call, complete, approved);
    }

    /**
     * Checks a call just before it runs. If it is allowed, it has started and policies have reserved what it needs.
     * Record its {@linkplain #outcomes outcome}; without an outcome it stays open.
     *
     * @param call the call with all its arguments, valid and with their defaults
     * @param approved whether it was just approved with these arguments
     * @param turn the response that the call is of
     * @return the policies and their decision
     */
    public CheckedCall check(ToolCall call, boolean approved, Turn turn) {
        return checks.check(call, null, approved, turn);
    }

    /**
     * Checks a call with a stored approval, as {@link #check(ToolCall, boolean, Turn)} does, and uses the approval up
     * in the same change.
     *
     * @param call the call as it was approved
     * @param ticket the approval, and what asks for it now
     * @param turn the response that the call is of
     * @return the policies and their decision; denied if the approval isn't granted, is used or expired, or was given
     *     for another call or other arguments, or if another rule or policy asks now
     */
    public CheckedCall check(ToolCall call, Ticket ticket, Turn turn) {
        return checks.check(call, ticket, false, turn);
    }

    /**
     * Requests the approval of a call, or finds the pending request of the same call.
     *
     * @param request the call, valid and with all its arguments, and what asks for its approval
     * @param validity how long the request and its answer are valid; must be positive
     * @return the request
     * @throws IllegalArgumentException if {@code validity} isn't positive
     * @throws IllegalStateException if the session has as many open approvals as it may have open calls, or their
     *     arguments are longer than 8 million characters
     * @throws StoreException if the request can't be stored
     */
    public Approval requestApproval(StoredApprovals.Request request, Duration validity) {
        return StoredApprovals.ask(
                state,
                registered.all(),
                state.flows().checkOn() ? request : request.under(StoredApprovals.Written.NONE),
                validity);
    }

    /** Returns the labels under which the call of a stored approval was written. */
    public Set<String> storedLabels(String approval) {
        return new StoredApprovals(state.settings(), edits).labels(state.session(), approval);
    }

    /** Returns the settings of the session. */
    public SessionSettings settings() {
        return state.settings();
    }

    @Override
    public Approvals approvals() {
        return new StoredApprovals(state.settings(), edits);
    }

    /** Checks edited arguments before an answer with them is stored. */
    public void checkEdits(StoredApprovals.EditCheck check) {
        edits = check;
    }

    /**
     * Reports a call that a preview denied and that is never checked, to listeners and the log.
     *
     * @param call the call with the top-level parameters that were complete
     * @param denial the policy and its reason
     */
    public void reportDenial(ToolCall call, PolicyDenial denial) {
        telemetry.denied(call, state.time().orElseGet(Instant::now), denial);
    }

    @Override
    public Map<String, PolicyDecision> explain(ToolCall call) {
        return checks.explain(call);
    }

    @Override
    public <T> void putFact(Fact<T> fact, T value) {
        JsonNode written = fact.write(value);
        state.update(draft -> draft.put(SessionState.FACT + fact.name(), written));
    }

    @Override
    public void removeFact(Fact<?> fact) {
        state.update(draft -> draft.remove(SessionState.FACT + fact.name()));
    }

    @Override
    public PolicyContext context() {
        return checks.context(state.newest(), false);
    }

    @Override
    public PolicySnapshot snapshot() {
        return Snapshots.take(state.session(), state.newest(), registered.all(), state.flows());
    }

    @Override
    public void restore(PolicySnapshot snapshot) {
        restore(snapshot, false);
    }

    @Override
    public void restoreWithContext(PolicySnapshot snapshot) {
        restore(snapshot, true);
    }

    private void restore(PolicySnapshot snapshot, boolean withContext) {
        Snapshots.check(snapshot, state.session());
        state.update(draft -> Snapshots.restore(snapshot, draft, state.flows(), withContext));
    }

    @Override
    public void rollBack(PolicySnapshot snapshot) {
        Snapshots.check(snapshot, state.session());
        state.update(draft -> Snapshots.rollBack(snapshot, draft, registered.all(), state.flows()));
    }

    @Override
    public void clear() {
        state.delete();
        onClear.run();
    }

    /** Returns the recording of outcomes, with what their texts bring. */
    public Outcomes outcomes() {
        return checks.outcomes();
    }

    /** Returns the recording of the session's flows, for its other ways in. */
    public RecordedFlows flows() {
        return recorded;
    }
}
