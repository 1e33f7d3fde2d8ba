package dev.toolpolicy.runtime.session;

import dev.toolpolicy.event.PolicyDenied;
import dev.toolpolicy.event.PolicyListener;
import dev.toolpolicy.runtime.store.MemorySessionStore;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What the sessions of an engine have in common. Immutable.
 *
 * @param store where sessions keep what they remember
 * @param clock tells the time
 * @param listeners hear of what policies decide
 * @param everyCheck whether listeners hear of every check, and not only of denials and failures
 * @param redactor changes what listeners and logs are told of a denial
 * @param retryTimeout how long a change is tried again when other changes come first or the store fails; then the call is
 *     denied
 * @param openCalls how many calls of a session may have begun without an outcome, at least 1; the next is denied. A session
 *     may have as many approvals, too
 */
public record SessionSettings(
        SessionStore store,
        Clock clock,
        List<PolicyListener> listeners,
        boolean everyCheck,
        UnaryOperator<PolicyDenied> redactor,
        Duration retryTimeout,
        int openCalls) {

    /**
     * Checks and copies the components.
     *
     * @param store where sessions keep what they remember
     * @param clock tells the time
     * @param listeners hear of what policies decide
     * @param everyCheck whether listeners hear of every check
     * @param redactor changes what listeners and logs are told of a denial
     * @param retryTimeout how long a change is tried again
     * @param openCalls how many calls of a session may have begun without an outcome
     * @throws IllegalArgumentException if {@code retryTimeout} is not positive or {@code openCalls} less than 1
     */
    public SessionSettings {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(redactor, "redactor");
        listeners = List.copyOf(listeners);
        if (retryTimeout.isNegative() || retryTimeout.isZero()) {
            throw new IllegalArgumentException("retryTimeout is a positive duration, not " + retryTimeout);
        }
        if (openCalls < 1) {
            throw new IllegalArgumentException("a session may have at least 1 open call, not " + openCalls);
        }
    }

    /**
     * Sessions in this process's memory: the system's clock in UTC, no listeners, nothing redacted, five seconds of
     * retryTimeout, a thousand open calls.
     *
     * @return the settings, with a store of their own
     */
    public static SessionSettings inMemory() {
        return new SessionSettings(
                new MemorySessionStore(), Clock.systemUTC(), List.of(), false, denied -> denied, Duration.ofSeconds(5), 1000);
    }

    /**
     * The same with another store.
     *
     * @param changed where sessions keep what they remember
     * @return the changed settings
     */
    public SessionSettings withStore(SessionStore changed) {
        return new SessionSettings(changed, clock, listeners, everyCheck, redactor, retryTimeout, openCalls);
    }

    /**
     * The same with another clock.
     *
     * @param changed tells the time
     * @return the changed settings
     */
    public SessionSettings withClock(Clock changed) {
        return new SessionSettings(store, changed, listeners, everyCheck, redactor, retryTimeout, openCalls);
    }

    /**
     * The same with other listeners.
     *
     * @param changed they hear of what policies decide, in this order
     * @param checksToo whether they hear of every check, and not only of denials and failures
     * @return the changed settings
     */
    public SessionSettings withListeners(List<? extends PolicyListener> changed, boolean checksToo) {
        return new SessionSettings(store, clock, List.copyOf(changed), checksToo, redactor, retryTimeout, openCalls);
    }

    /**
     * The same with another redactor.
     *
     * @param changed changes what listeners and logs are told of a denial; if it throws, they are told neither reason nor
     *     metadata
     * @return the changed settings
     */
    public SessionSettings withRedactor(UnaryOperator<PolicyDenied> changed) {
        return new SessionSettings(store, clock, listeners, everyCheck, changed, retryTimeout, openCalls);
    }

    /**
     * The same with other limits.
     *
     * @param changed how long a change is tried again, more than nothing
     * @param calls how many calls of a session may have begun without an outcome, at least 1
     * @return the changed settings
     * @throws IllegalArgumentException if one is out of its range
     */
    public SessionSettings withLimits(Duration changed, int calls) {
        return new SessionSettings(store, clock, listeners, everyCheck, redactor, changed, calls);
    }
}
