package dev.toolpolicy.runtime.store;

import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.fault.Require;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The settings that the sessions of an engine share. Immutable.
 */
public final class SessionSettings {
    private final SessionValues values;

    private SessionSettings(SessionValues values) {
        Objects.requireNonNull(values.store, "store");
        Objects.requireNonNull(values.clock, "clock");
        Objects.requireNonNull(values.redactor, "redactor");
        Require.positive("retryTimeout", values.retryTimeout);
        Require.positive("outcomeTimeout", values.outcomeTimeout);
        if (values.approvalValidity != null) {
            Require.positive("approvalValidity", values.approvalValidity);
        }
        Require.atLeastOne("openCalls", values.openCalls);
        Require.atLeastOne("setValues", values.setValues);
        Require.atLeastOne("requestValues", values.requestValues);
        Require.atLeastOne("messageLength", values.messageLength);
        this.values = values;
    }

    private SessionSettings with(Consumer<SessionValues> change) {
        SessionValues changed = values.copy();
        change.accept(changed);
        return new SessionSettings(changed);
    }

    /** Returns the store of the sessions' state. */
    public SessionStore store() {
        return values.store;
    }

    /** Returns whether the store was set with {@link #withStore}; if not, it is a new one in memory. */
    public boolean hasStore() {
        return values.storeGiven;
    }

    /** Returns whether limits over sessions count in each new session apart. */
    public boolean countsApart() {
        return values.countsApart;
    }

    /**
     * Returns how long the stored approval of a call that needs one is valid.
     *
     * @return the time; empty if approvals aren't stored by themselves
     */
    public Optional<Duration> approvalValidity() {
        return Optional.ofNullable(values.approvalValidity);
    }

    /** Returns the tools whose calls don't wait for an earlier call of their response that needs an approval. */
    public Set<String> independentTools() {
        return values.independentTools;
    }

    /** Returns whether a call that is sent again belongs to the request of the first. */
    public boolean hasResentCalls() {
        return values.resentCalls;
    }

    /** Returns the listeners to new approval requests, in order. */
    public List<Consumer<? super Approval>> pendingListeners() {
        return values.pendingListeners;
    }

    /** Returns whether the service says who may answer; pages that are mounted take no answers otherwise. */
    public boolean hasApprovers() {
        return values.mayAnswer != null;
    }

    /** Returns the check of who may answer an approval request; everyone if none was set. A failing check rejects. */
    public BiPredicate<Approval, String> mayAnswer() {
        BiPredicate<? super Approval, String> given = values.mayAnswer;
        return (approval, who) -> given == null || given.test(approval, who);
    }

    /** Returns the clock of checks and approvals. */
    public Clock clock() {
        return values.clock;
    }

    /** Returns the listeners to the policies' decisions, in order. */
    public List<Consumer<? super PolicyEvent>> listeners() {
        return values.listeners;
    }

    /** Returns whether listeners get every check; otherwise they get denials, failures and the other events. */
    public boolean everyCheck() {
        return values.everyCheck;
    }

    /** Returns the function that changes what listeners and logs see of a denial. */
    public UnaryOperator<PolicyEvent> redactor() {
        return values.redactor;
    }

    /**
     * Returns how long a change of stored state is retried if it conflicts with another one or the store fails. Then
     * the call is denied.
     */
    public Duration retryTimeout() {
        return values.retryTimeout;
    }

    /**
     * Returns the maximum number of started calls without an outcome in a session, at least 1; further calls are
     * denied. It also limits a session's pending and granted approvals.
     */
    public int openCalls() {
        return values.openCalls;
    }

    /**
     * Returns how long a started call may take until its outcome is recorded. After that its outcome is unknown: the
     * call no longer counts as open, what it reserved stays used, and an outcome that comes later meets no requirement.
     */
    public Duration outcomeTimeout() {
        return values.outcomeTimeout;
    }

    /** Returns the secret of the digests that sessions keep in place of values; empty if there is none. */
    public String secret() {
        return values.secret;
    }

    /** Returns the maximum number of values in each set but {@code request}, at least 1. */
    public int setValues() {
        return values.setValues;
    }

    /** Returns the maximum number of values that the user names, at least 1. */
    public int requestValues() {
        return values.requestValues;
    }

    /** Returns the maximum length of a user's message in UTF-16 code units, at least 1. */
    public int messageLength() {
        return values.messageLength;
    }

    /**
     * Creates settings with a new store in memory, the system clock in UTC, no listeners, no redaction, a retry timeout
     * of five seconds, at most 1,000 open calls, an outcome timeout of one hour, no secret, at most 2,000 values in a
     * set, 20,000 in {@code request}, and 4,000 characters of a message.
     *
     * @return the settings
     */
    public static SessionSettings inMemory() {
        return new SessionSettings(new SessionValues());
    }

    /**
     * Returns settings with another store.
     *
     * @param newStore keeps the sessions' state
     * @return the changed settings
     */
    public SessionSettings withStore(SessionStore newStore) {
        return with(its -> {
            its.store = newStore;
            its.storeGiven = true;
        });
    }

    /**
     * Returns settings for trials of policies, such as tests: what limits over sessions count in a {@linkplain
     * dev.toolpolicy.runtime.PolicyEngine#newSession new session} is forgotten with it, and the store may be in memory.
     * In a service, such limits would hold for one session only.
     *
     * @return the changed settings
     */
    public SessionSettings withCountsApart() {
        return with(its -> its.countsApart = true);
    }

    /**
     * Returns settings with another clock.
     *
     * @param newClock the clock of checks and approvals
     * @return the changed settings
     */
    public SessionSettings withClock(Clock newClock) {
        return with(its -> its.clock = newClock);
    }

    /**
     * Returns settings with more listeners.
     *
     * @param newListeners the listeners, in order, after the earlier ones
     * @param notifyEveryCheck whether all listeners get every check; otherwise they get denials, failures and the other events
     * @return the changed settings
     */
    public SessionSettings withListeners(
            List<? extends Consumer<? super PolicyEvent>> newListeners, boolean notifyEveryCheck) {
        List<Consumer<? super PolicyEvent>> all = new ArrayList<>(values.listeners);
        all.addAll(newListeners);
        return with(its -> {
            its.listeners = List.copyOf(all);
            its.everyCheck |= notifyEveryCheck;
        });
    }

    /**
     * Returns settings with another redactor.
     *
     * @param newRedactor changes what listeners and logs see of a denial; if it throws, they see neither reason nor
     *     metadata
     * @return the changed settings
     */
    public SessionSettings withRedactor(UnaryOperator<PolicyEvent> newRedactor) {
        return with(its -> its.redactor = newRedactor);
    }

    /**
     * Returns settings with another retry timeout.
     *
     * @param newRetryTimeout how long a change is retried, positive
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public SessionSettings withRetryTimeout(Duration newRetryTimeout) {
        return with(its -> its.retryTimeout = newRetryTimeout);
    }

    /**
     * Returns settings with another limit of open calls.
     *
     * @param newOpenCalls the maximum number of started calls without an outcome, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if it is less than 1
     */
    public SessionSettings withOpenCalls(int newOpenCalls) {
        return with(its -> its.openCalls = newOpenCalls);
    }

    /**
     * Returns settings with another outcome timeout. It must be longer than the longest call, including calls that run
     * in another process.
     *
     * @param newOutcomeTimeout how long a started call may take until its outcome is recorded, positive
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public SessionSettings withOutcomeTimeout(Duration newOutcomeTimeout) {
        return with(its -> its.outcomeTimeout = newOutcomeTimeout);
    }

    /**
     * Returns settings under which a call that needs approval waits in the store, if there is no approval handler. Its
     * result is {@code PENDING}. When the approval is granted through {@link Approvals}, on any node, {@code
     * SessionCalls.resume} runs the call. A session's approvals keep at most 8 million characters of arguments; further
     * calls are declined.
     *
     * @param newApprovalValidity how long a request and its answer are valid, positive
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public SessionSettings withStoredApprovals(Duration newApprovalValidity) {
        return with(its -> its.approvalValidity = Objects.requireNonNull(newApprovalValidity, "newApprovalValidity"));
    }

    /**
     * Returns settings for hosts whose models send a call again until a person has answered. A call of the same tool with
     * the same arguments, under the same rules and labels, belongs to the request that is pending, granted, declined or
     * running, also with another id. Its result names that request, which {@code SessionCalls.guardApproved} runs once. A
     * decline holds until the request expires.
     *
     * @return the changed settings
     */
    public SessionSettings withResentCalls() {
        return with(its -> its.resentCalls = true);
    }

    /**
     * Returns settings under which calls of these tools don't wait for an earlier call of their response that needs an
     * approval.
     *
     * @param tools names of tools; they replace earlier ones
     * @return the changed settings
     */
    public SessionSettings withIndependentTools(Set<String> tools) {
        return with(its -> its.independentTools = Set.copyOf(tools));
    }

    /**
     * Returns settings with one more listener to new approval requests that are stored. It runs on the thread of the
     * call; its exceptions are logged, and the request stays.
     *
     * @param listener gets each new request, in the process that stores it
     * @return the changed settings
     */
    public SessionSettings onPending(Consumer<? super Approval> listener) {
        List<Consumer<? super Approval>> all = new ArrayList<>(values.pendingListeners);
        all.add(Objects.requireNonNull(listener, "listener"));
        return with(its -> its.pendingListeners = List.copyOf(all));
    }

    /**
     * Returns settings with a check of who may answer stored approval requests, such as a role, or anyone but the user
     * of the session.
     *
     * @param check tests a request and the name of who answers; an exception rejects the answer
     * @return the changed settings
     */
    public SessionSettings withApprovers(BiPredicate<? super Approval, String> check) {
        return with(its -> its.mayAnswer = Objects.requireNonNull(check, "check"));
    }

    /**
     * Returns settings with a secret of the digests that sessions keep in place of values. Without one, readers of the
     * store can test guesses of a value. With another secret, values that were recorded before equal nothing.
     *
     * @param text the secret, equal in all processes that share a store; at least 16 characters
     * @return the changed settings
     * @throws IllegalArgumentException if it is shorter
     */
    public SessionSettings withSecret(String text) {
        if (text.length() < 16) {
            throw new IllegalArgumentException("the secret must have at least 16 characters, has " + text.length());
        }
        return with(its -> its.secret = text);
    }

    /**
     * Returns settings with another maximum number of values in each set of a session but {@code request}. Later values
     * are left out.
     *
     * @param most the number, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if it is less than 1
     */
    public SessionSettings withSetValues(int most) {
        return with(its -> its.setValues = most);
    }

    /**
     * Returns settings with another maximum number of values that a session's user names. Later ones are left out.
     *
     * @param most the number, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if it is less than 1
     */
    public SessionSettings withRequestValues(int most) {
        return with(its -> its.requestValues = most);
    }

    /**
     * Returns settings with another maximum length of a user's message. A longer one names nothing.
     *
     * @param most the number of UTF-16 code units in all parts of the message, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if it is less than 1
     */
    public SessionSettings withMessageLength(int most) {
        return with(its -> its.messageLength = most);
    }

    @Override
    public String toString() {
        return "SessionSettings[store=" + values.store + ", clock=" + values.clock + ", listeners=" + values.listeners
                + ", everyCheck=" + values.everyCheck + ", redactor=" + values.redactor + ", retryTimeout="
                + values.retryTimeout + ", openCalls=" + values.openCalls + ", outcomeTimeout=" + values.outcomeTimeout
                + ", approvalValidity=" + values.approvalValidity + "]";
    }
}
