package dev.toolpolicy.runtime.permission;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * The approval handler with its timeout and executor. Immutable.
 *
 * @param handler the handler
 * @param limit the timeout of a request, from when it is shown; then it is declined
 * @param executor runs the handler's methods and processes answers; the timeout applies even if it has no free thread
 */
public record PermissionSettings(PermissionHandler handler, Duration limit, Executor executor) {
    /** The default timeout of a request: five minutes. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(5);

    /**
     * Checks the components.
     *
     * @param handler the handler
     * @param limit the timeout of a request, from when it is shown; then it is declined
     * @param executor runs the handler's methods and processes answers
     * @throws IllegalArgumentException if the timeout isn't positive
     */
    public PermissionSettings {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(executor, "executor");
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, was " + limit);
        }
    }

    /**
     * Creates settings with the {@linkplain #DEFAULT_LIMIT default timeout}. The handler runs on short-lived daemon
     * threads and may block.
     *
     * @param handler the handler
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
     * Returns settings with another timeout.
     *
     * @param timeout the timeout of a request, positive
     * @return the changed settings
     * @throws IllegalArgumentException if the timeout isn't positive
     */
    public PermissionSettings within(Duration timeout) {
        return new PermissionSettings(handler, timeout, executor);
    }

    /**
     * Returns settings with another executor, for example one of virtual threads.
     *
     * @param newExecutor runs the handler's methods
     * @return the changed settings
     */
    public PermissionSettings on(Executor newExecutor) {
        return new PermissionSettings(handler, limit, newExecutor);
    }
}
