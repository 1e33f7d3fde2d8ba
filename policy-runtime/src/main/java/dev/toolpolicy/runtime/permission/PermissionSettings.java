package dev.toolpolicy.runtime.permission;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Who is asked, and how long. Immutable.
 *
 * @param handler asks
 * @param limit how long a prompt waits for its answer, from when it is its turn; then it is declined
 * @param executor runs the handler's methods, and what follows from answers. If it has no thread for that, the limit holds
 *     all the same
 */
public record PermissionSettings(PermissionHandler handler, Duration limit, Executor executor) {
    /** How long a prompt waits unless said. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(5);

    /**
     * Checks the components.
     *
     * @param handler asks
     * @param limit how long a prompt waits for its answer, from when it is its turn; then it is declined
     * @param executor runs the handler's methods, and what follows from answers
     * @throws IllegalArgumentException if the limit isn't positive
     */
    public PermissionSettings {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(executor, "executor");
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a prompt waits for a while, not for " + limit);
        }
    }

    /**
     * A handler with the {@linkplain #DEFAULT_LIMIT usual limit}, called on short-lived daemon threads, on which it may
     * block.
     *
     * @param handler asks
     * @return the settings
     */
    public static PermissionSettings of(PermissionHandler handler) {
        return new PermissionSettings(handler, DEFAULT_LIMIT, PermissionSettings::runInThread);
    }

    private static void runInThread(Runnable task) {
        Thread thread = new Thread(task, "tool-policy-permission");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The same with another limit.
     *
     * @param changed how long a prompt waits for its answer, more than nothing
     * @return the changed settings
     * @throws IllegalArgumentException if the limit isn't positive
     */
    public PermissionSettings within(Duration changed) {
        return new PermissionSettings(handler, changed, executor);
    }

    /**
     * The same on other threads, such as virtual ones.
     *
     * @param changed runs the handler's methods
     * @return the changed settings
     */
    public PermissionSettings on(Executor changed) {
        return new PermissionSettings(handler, limit, changed);
    }
}
