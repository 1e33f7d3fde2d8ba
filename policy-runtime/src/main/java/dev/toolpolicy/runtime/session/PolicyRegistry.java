package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one session, in order, with what each remembers. A call is allowed if every policy that governs its
 * tool allows it; the first that denies ends the asking.
 *
 * <p>Used from any thread. The session's state is one value that changes by compare-and-set in the session's store, so a
 * check sees one moment of the session, successes that are told at once are all remembered, and so are those that other
 * processes tell which serve the same session. Checks, outcomes and changes call the store on the thread they are made
 * on; with a store in memory nothing here blocks. A store or a clock that fails denies, whatever it throws.
 *
 * <p>Policies are user code: one that fails when asked denies that call, one that fails when told denies every call it
 * governs from then on, until it is {@linkplain #reset reset}. Errors of the virtual machine and cancellations pass
 * through, but for a stack overflow, which a model can provoke.
 */
public final class PolicyRegistry {
    private static final String STORE = "session_store";

    private final String session;
    private final SessionSettings settings;
    private final SharedState state;
    private final Telemetry telemetry;
    private final Outcomes outcomes;
    private final Attempts attempts = new Attempts();
    private final Registrations registered = new Registrations();

    /**
     * A registry without policies, which allows everything, and remembers in this process's memory.
     *
     * @param session the session's id
     */
    public PolicyRegistry(String session) {
        this(session, SessionSettings.inMemory());
    }

    /**
     * A registry without policies, which allows everything.
     *
     * @param session the session's id; what the store knows of it goes on
     * @param settings where it remembers, and who hears of it
     */
    public PolicyRegistry(String session, SessionSettings settings) {
        this.session = Objects.requireNonNull(session, "session");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.state = new SharedState(session, settings);
        this.telemetry = new Telemetry(session, settings);
        this.outcomes = new Outcomes(state, telemetry, registered::has);
    }

    /**
     * Adds a policy after those that are here, with what the session's store remembers for it, or with its initial state.
     *
     * @param policy the policy
     * @throws IllegalArgumentException if its name is empty or taken, or if it gives no selector, configuration or initial
     *     state; the registry is as it was
     */
    public void register(ToolPolicy policy) {
        registered.add(Registration.of(policy));
    }

    /**
     * Removes a policy and forgets what it remembered.
     *
     * @param name the policy's name
     * @return true if it was here
     * @throws StoreException if what it remembered can't be removed; the policy stays
     */
    public boolean unregister(String name) {
        return reset(name) && registered.remove(name);
    }

    /**
     * Lets a policy begin anew: it forgets what it remembered and is no longer degraded.
     *
     * @param name the policy's name
     * @return true if it is here
     * @throws StoreException if what it remembered can't be removed
     */
    public boolean reset(String name) {
        if (!registered.has(name)) {
            return false;
        }
        return state.change(draft -> {
            draft.remove(SessionState.POLICY + name);
            return true;
        });
    }

    /**
     * The policies that govern a tool.
     *
     * @param tool the tool's name
     * @return an immutable list, in the order of registration
     */
    public List<ToolPolicy> policiesFor(String tool) {
        return registered.governing(tool).stream().map(Registration::policy).toList();
    }

    /**
     * What the policies would say of a call now, while its arguments still stream. It changes nothing and nobody is
     * told. A policy is asked as soon as the parameters that it needs are there, whatever those before it still wait for:
     * a denial by any is a denial. Which of several denials the model is told can change until the call is checked.
     *
     * <p>With a store that isn't in this process, what was last read is asked first, and the store only before a denial.
     *
     * @param call the call with those top-level parameters that are complete
     * @param complete whether these are all its arguments, valid and with their defaults
     * @return the answer as of now
     */
    public PolicyPreview preview(ToolCall call, boolean complete) {
        return preview(call, complete, false);
    }

    /**
     * What the policies would say of a call now, as {@link #preview(ToolCall, boolean)} tells it, if somebody approved it.
     *
     * @param call the call with those top-level parameters that are complete
     * @param complete whether these are all its arguments, valid and with their defaults
     * @param approved whether somebody approved the run of this call
     * @return the answer as of now
     */
    public PolicyPreview preview(ToolCall call, boolean complete, boolean approved) {
        List<Registration> governing = registered.governing(call.tool());
        if (governing.isEmpty()) {
            return new PolicyPreview.Allowed();
        }
        try {
            SessionState recent = state.recent();
            PolicyPreview preview = Asking.previewAll(governing, call, complete, recent, context(recent, approved));
            if (preview instanceof PolicyPreview.Denied) {
                SessionState newest = state.newest();
                return newest == recent
                        ? preview
                        : Asking.previewAll(governing, call, complete, newest, context(newest, approved));
            }
            return preview;
        } catch (StoreException e) {
            return new PolicyPreview.Denied(unavailable(e));
        }
    }

    private ToolContext context(SessionState moment, boolean approved) {
        return moment.context(session, state.now(), approved);
    }

    /**
     * Checks a call just before it runs. If it is allowed, it has begun: what policies reserve for it is reserved, and
     * its outcome must be told by {@link #succeeded} or {@link #failed}; a call that never gets one stays begun.
     *
     * @param call the call with all its arguments, valid and with their defaults
     * @return what the policies say, and who they are
     */
    public CheckedCall check(ToolCall call) {
        return check(call, null, false);
    }

    /**
     * Checks a call whose run somebody has just approved, with these arguments, as {@link #check(ToolCall)} does.
     *
     * @param call the call as it was asked about
     * @return what the policies say
     */
    public CheckedCall checkApproved(ToolCall call) {
        return check(call, null, true);
    }

    /**
     * Checks a call that somebody approved, as {@link #check(ToolCall)} does, and spends the approval in the same change.
     *
     * @param call the call as it was asked about
     * @param approval the approval's id
     * @param rules the fingerprint of the tool's schema and rules as they are now
     * @return what the policies say; denied if the approval isn't granted, is spent or expired, or was given for another
     *     call, other arguments or under another policy
     */
    public CheckedCall check(ToolCall call, String approval, String rules) {
        return check(call, new Ticket(approval, rules), false);
    }

    /**
     * Asks for the approval of a call.
     *
     * @param call the call, valid and with all its arguments
     * @param rules the fingerprint of the tool's schema and rules
     * @param good how long the request and its answer are good, more than nothing
     * @return the request
     * @throws IllegalArgumentException if {@code good} isn't positive
     * @throws IllegalStateException if the session has as many approvals as it may have open calls
     * @throws StoreException if it can't be stored
     */
    public Approval ask(ToolCall call, String rules, Duration good) {
        if (good.isNegative() || good.isZero()) {
            throw new IllegalArgumentException("an approval is good for a while, not for " + good);
        }
        String digest = StoredApproval.digest(call, rules, registered.governing(call.tool()));
        return Approvals.ask(session, state, settings, call, digest, good);
    }

    /**
     * The approvals in the session's store.
     *
     * @return those of this session and of all others
     */
    public Approvals approvals() {
        return new Approvals(settings);
    }

    /**
     * Tells listeners and the log of a call that a preview denied and that never gets as far as a check.
     *
     * @param call the call with those top-level parameters that were complete
     * @param denial by which policy and why
     */
    public void refused(ToolCall call, PolicyDenial denial) {
        telemetry.denied(call, state.time().orElseGet(Instant::now), denial);
    }

    private CheckedCall check(ToolCall call, @Nullable Ticket ticket, boolean approved) {
        Optional<Instant> now = state.time();
        List<Registration> governing = registered.governing(call.tool());
        Check check = new Check(call, attempts.next(), governing, now.orElseGet(Instant::now), ticket, approved, session,
                settings.openCalls());
        if (governing.isEmpty() && ticket == null && now.isPresent()) {
            return new CheckedCall(this, check);
        }
        FlightRecorder.Recorded recorded = FlightRecorder.begin();
        try {
            now.orElseThrow(() -> new StoreException("there is no time to check the call at", null));
            outcomes.flush();
            state.change(check::step);
        } catch (StoreException e) {
            check.refuse(unavailable(e));
        }
        if (recorded != null) {
            recorded.end(session, check);
        }
        telemetry.checked(check);
        return new CheckedCall(this, check);
    }

    /** The store's own words stay in the log: they were not written for a model. */
    private PolicyDenial unavailable(StoreException failure) {
        telemetry.unavailable(failure);
        return new PolicyDenial(STORE, "What this session remembers can't be read or changed now; try again later",
                Map.of());
    }

    /**
     * Asks every policy that governs a call, also those after a denial. It changes nothing and nobody is told.
     *
     * @param call the call with all its arguments
     * @return an immutable map of answers by policy name, in the order of registration
     * @throws StoreException if what the session remembers can't be read
     */
    public Map<String, PolicyDecision> explain(ToolCall call) {
        SessionState now = state.newest();
        ToolContext context = context(now, false);
        Map<String, PolicyDecision> answers = new LinkedHashMap<>();
        for (Registration policy : registered.governing(call.tool())) {
            answers.put(policy.name(), Asking.ask(policy, call, now.memory(policy), context).decision());
        }
        return Collections.unmodifiableMap(answers);
    }

    /**
     * Tells the policies that checked a call that it ran and succeeded; to be called once, and never for a call that
     * failed, timed out or was cancelled. All of them are told, in order, even if one fails: the call's effect is
     * there, so the failure is remembered against the policy and not thrown. If the store fails, the success is kept and
     * told before the next check of this session in this process.
     *
     * @param checked the call as {@link #check} returned it
     * @param value what the handler returned
     * @throws IllegalStateException if the call was denied, its outcome was told before, or it was checked by another
     *     registry
     */
    public void succeeded(CheckedCall checked, JsonNode value) {
        outcomes.tell(checked.claimTelling(this), ToolResult.success(value));
    }

    /**
     * Tells the policies that checked a call that it began and did not succeed: it failed, timed out or was cancelled.
     * They take back what they reserved for it. If the store fails, that is done before the next check.
     *
     * @param checked the call as {@link #check} returned it
     * @throws IllegalStateException if the call was denied, its outcome was told before, or it was checked by another
     *     registry
     */
    public void failed(CheckedCall checked) {
        outcomes.tell(checked.claimTelling(this), null);
    }

    /**
     * Tells the session something that its policies may read.
     *
     * @param fact the fact
     * @param value its value from now on
     * @param <T> the value's type
     * @throws StoreException if it can't be stored
     */
    public <T> void tell(Fact<T> fact, T value) {
        JsonNode written = fact.write(value);
        state.change(draft -> {
            draft.put(SessionState.FACT + fact.name(), written);
            return fact;
        });
    }

    /**
     * Takes a fact back.
     *
     * @param fact the fact, which the session need not have been told
     * @throws StoreException if it can't be removed
     */
    public void forget(Fact<?> fact) {
        state.change(draft -> {
            draft.remove(SessionState.FACT + fact.name());
            return fact;
        });
    }

    /**
     * The session as it is now, for a handler or a service that wants to know what policies remember.
     *
     * @return this moment
     * @throws StoreException if it can't be read
     */
    public ToolContext context() {
        return context(state.newest(), false);
    }

    /**
     * What the session remembers, to be kept and {@linkplain #restore restored}.
     *
     * @return the snapshot
     * @throws StoreException if it can't be read
     */
    public PolicySnapshot snapshot() {
        return Snapshots.take(session, state.newest(), registered.all());
    }

    /**
     * Puts the session back to what a snapshot says, all at once: every policy remembers what it did then, a policy that
     * the snapshot doesn't know begins anew, the facts are those of then, and calls that have begun since count for
     * nothing.
     *
     * @param snapshot the snapshot
     * @throws InvalidSnapshotException if it is of another session, or holds what another policy remembered, one of
     *     another kind or one with another configuration; nothing has changed
     * @throws StoreException if it can't be stored
     */
    public void restore(PolicySnapshot snapshot) {
        Snapshots.check(snapshot, session, registered.all());
        state.change(draft -> Snapshots.restore(snapshot, draft, registered.all()));
    }

    /**
     * Puts the policies back as {@link #restore} does, when a conversation is rolled back to an earlier turn: those that
     * {@linkplain ToolPolicy#survivesRollback survive a rollback} remember what they do now, and the facts stay as the
     * service has told them.
     *
     * @param snapshot a snapshot of that turn
     * @throws InvalidSnapshotException as {@link #restore} does
     * @throws StoreException if it can't be stored
     */
    public void rollBack(PolicySnapshot snapshot) {
        Snapshots.check(snapshot, session, registered.all());
        state.change(draft -> Snapshots.rollBack(snapshot, draft, registered.all()));
    }

    /**
     * Forgets all that the session remembers, in its store as well.
     *
     * @throws StoreException if it can't be removed
     */
    public void clear() {
        state.delete();
    }
}
