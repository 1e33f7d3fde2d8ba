package dev.toolpolicy.runtime.session;

import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the sessions of an engine share. Immutable.
 */
public final class SessionSettings {
    private final SessionStore store;
    private final boolean storeGiven;
    private final Clock clock;
    private final List<PolicyEvent.Listener> listeners;
    private final boolean everyCheck;
    private final UnaryOperator<PolicyEvent.Denied> redactor;
    private final Duration retryTimeout;
    private final int openCalls;
    private final Duration outcomeTimeout;
    private final @Nullable Duration approvalValidity;

    private SessionSettings(
            SessionStore store,
            boolean storeGiven,
            Clock clock,
            List<PolicyEvent.Listener> listeners,
            boolean everyCheck,
            UnaryOperator<PolicyEvent.Denied> redactor,
            Duration retryTimeout,
            int openCalls,
            Duration outcomeTimeout,
            @Nullable Duration approvalValidity) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(redactor, "redactor");
        listeners = List.copyOf(listeners);
        requirePositive("retryTimeout", retryTimeout);
        requirePositive("outcomeTimeout", outcomeTimeout);
        if (approvalValidity != null) {
            requirePositive("approvalValidity", approvalValidity);
        }
        if (openCalls < 1) {
            throw new IllegalArgumentException("openCalls must be at least 1, was " + openCalls);
        }
        this.store = store;
        this.storeGiven = storeGiven;
        this.clock = clock;
        this.listeners = listeners;
        this.everyCheck = everyCheck;
        this.redactor = redactor;
        this.retryTimeout = retryTimeout;
        this.openCalls = openCalls;
        this.outcomeTimeout = outcomeTimeout;
        this.approvalValidity = approvalValidity;
    }

    private static void requirePositive(String name, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, was " + time);
        }
    }

    /** Returns the store of the sessions' state. */
    public SessionStore store() {
        return store;
    }

    /** Returns whether the store was set with {@link #withStore}; if not, it is a new one in memory. */
    public boolean hasStore() {
        return storeGiven;
    }

    /**
     * Returns how long the stored approval of a call that needs one is valid.
     *
     * @return the time; empty if approvals aren't stored by themselves
     */
    public Optional<Duration> approvalValidity() {
        return Optional.ofNullable(approvalValidity);
    }

    /** Returns the clock of checks and approvals. */
    public Clock clock() {
        return clock;
    }

    /** Returns the listeners to the policies' decisions, in order. */
    public List<PolicyEvent.Listener> listeners() {
        return listeners;
    }

    /** Returns whether listeners hear of every check; if not, only of denials and failures. */
    public boolean everyCheck() {
        return everyCheck;
    }

    /** Returns the function that changes what listeners and logs see of a denial. */
    public UnaryOperator<PolicyEvent.Denied> redactor() {
        return redactor;
    }

    /**
     * Returns how long a change of stored state is retried if it conflicts with another one or the store fails. Then
     * the call is denied.
     */
    public Duration retryTimeout() {
        return retryTimeout;
    }

    /**
     * Returns the maximum number of started calls without an outcome in a session, at least 1; further calls are
     * denied. It also limits a session's pending and granted approvals.
     */
    public int openCalls() {
        return openCalls;
    }

    /**
     * Returns how long a started call may take until its outcome is recorded. After that its outcome is unknown: the
     * call no longer counts as open, what it reserved stays used, and an outcome that comes later meets no requirement.
     */
    public Duration outcomeTimeout() {
        return outcomeTimeout;
    }

    /**
     * Creates settings with a new store in memory, the system clock in UTC, no listeners, no redaction, a retry timeout
     * of five seconds, at most 1,000 open calls and an outcome timeout of one hour.
     *
     * @return the settings
     */
    public static SessionSettings inMemory() {
        return new SessionSettings(
                SessionStore.inMemory(),
                false,
                Clock.systemUTC(),
                List.of(),
                false,
                denied -> denied,
                Duration.ofSeconds(5),
                1000,
                Duration.ofHours(1),
                null);
    }

    /**
     * Returns settings with another store.
     *
     * @param newStore keeps the sessions' state
     * @return the changed settings
     */
    public SessionSettings withStore(SessionStore newStore) {
        return new SessionSettings(
                newStore,
                true,
                clock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings with another clock.
     *
     * @param newClock the clock of checks and approvals
     * @return the changed settings
     */
    public SessionSettings withClock(Clock newClock) {
        return new SessionSettings(
                store,
                storeGiven,
                newClock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings with more listeners.
     *
     * @param newListeners the listeners, in order, after the earlier ones
     * @param notifyEveryCheck whether all listeners hear of every check, or only of denials and failures
     * @return the changed settings
     */
    public SessionSettings withListeners(List<? extends PolicyEvent.Listener> newListeners, boolean notifyEveryCheck) {
        List<PolicyEvent.Listener> more = new ArrayList<>(listeners);
        more.addAll(newListeners);
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                more,
                everyCheck || notifyEveryCheck,
                redactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings with another redactor.
     *
     * @param newRedactor changes what listeners and logs see of a denial; if it throws, they see neither reason nor
     *     metadata
     * @return the changed settings
     */
    public SessionSettings withRedactor(UnaryOperator<PolicyEvent.Denied> newRedactor) {
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                newRedactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings with another retry timeout.
     *
     * @param newRetryTimeout how long a change is retried, positive
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public SessionSettings withRetryTimeout(Duration newRetryTimeout) {
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                redactor,
                newRetryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings with another limit of open calls.
     *
     * @param newOpenCalls the maximum number of started calls without an outcome, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if it is less than 1
     */
    public SessionSettings withOpenCalls(int newOpenCalls) {
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                newOpenCalls,
                outcomeTimeout,
                approvalValidity);
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
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                openCalls,
                newOutcomeTimeout,
                approvalValidity);
    }

    /**
     * Returns settings under which a call that needs approval waits in the store, if there is no approval handler. Its
     * result is {@code PENDING}. When the approval is granted through {@link Approvals}, on any node, {@code
     * PolicySession.resume} runs the call. A session's approvals keep at most 8 million characters of arguments; further
     * calls are declined.
     *
     * @param newApprovalValidity how long a request and its answer are valid, positive
     * @return the changed settings
     * @throws IllegalArgumentException if it isn't positive
     */
    public SessionSettings withStoredApprovals(Duration newApprovalValidity) {
        return new SessionSettings(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                newApprovalValidity);
    }

    private List<@Nullable Object> parts() {
        return Arrays.asList(
                store,
                storeGiven,
                clock,
                listeners,
                everyCheck,
                redactor,
                retryTimeout,
                openCalls,
                outcomeTimeout,
                approvalValidity);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionSettings that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "SessionSettings[store=" + store + ", clock=" + clock + ", listeners=" + listeners + ", everyCheck="
                + everyCheck + ", redactor=" + redactor + ", retryTimeout=" + retryTimeout + ", openCalls=" + openCalls
                + ", outcomeTimeout=" + outcomeTimeout + ", approvalValidity=" + approvalValidity + "]";
    }
}
