package dev.toolpolicy.runtime.approval;

import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.internal.fault.Require;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * The approval handler with its timeout and executor, and the time at which requests open. Immutable.
 */
public final class PermissionSettings {
    /** The default timeout of a request: five minutes. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(5);

    private final PermissionHandler handler;
    private final Duration limit;
    private final Executor executor;
    private final boolean early;
    private final boolean memory;

    private PermissionSettings(
            PermissionHandler handler, Duration limit, Executor executor, boolean early, boolean memory) {
        this.handler = Objects.requireNonNull(handler, "handler");
        this.limit = limit;
        this.executor = Objects.requireNonNull(executor, "executor");
        this.early = early;
        this.memory = memory;
    }

    /**
     * Creates settings with the {@linkplain #DEFAULT_LIMIT default timeout}. A request opens when its call is complete.
     * The handler runs on short-lived daemon threads and may block.
     *
     * @param handler the handler
     * @return the settings
     */
    public static PermissionSettings of(PermissionHandler handler) {
        return new PermissionSettings(handler, DEFAULT_LIMIT, PermissionSettings::runInThread, false, true);
    }

    private static void runInThread(Runnable task) {
        Thread thread = new Thread(task, "tool-policy-permission");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the handler. */
    public PermissionHandler handler() {
        return handler;
    }

    /** Returns the timeout of a request, from when it is shown; then it is declined. */
    public Duration limit() {
        return limit;
    }

    /**
     * Returns the executor that runs the handler's methods and processes answers. The timeout applies even if it has no
     * free thread.
     */
    public Executor executor() {
        return executor;
    }

    /** Returns whether requests open before all arguments have arrived. */
    public boolean isEarly() {
        return early;
    }

    /** Returns whether answers that ask for it are remembered for the session. */
    public boolean hasMemory() {
        return memory;
    }

    /**
     * Returns settings with another timeout.
     *
     * @param timeout the timeout of a request, positive
     * @return the changed settings
     * @throws IllegalArgumentException if the timeout isn't positive
     */
    public PermissionSettings withLimit(Duration timeout) {
        return new PermissionSettings(handler, Require.positive("timeout", timeout), executor, early, memory);
    }

    /**
     * Returns settings with another executor, for example one of virtual threads.
     *
     * @param newExecutor runs the handler's methods
     * @return the changed settings
     */
    public PermissionSettings withExecutor(Executor newExecutor) {
        return new PermissionSettings(handler, limit, newExecutor, early, memory);
    }

    /**
     * Returns settings with early requests: a request opens as soon as a rule asks, with the arguments that are known.
     * The handler is told of each that arrives, and {@link ApprovalRequest#approve} approves what was shown.
     *
     * @return the changed settings
     */
    public PermissionSettings withEarly() {
        return new PermissionSettings(handler, limit, executor, true, memory);
    }

    /**
     * Returns settings that remember no answer: each answer is for one call, and {@link
     * ApprovalReason#canRememberApproval} and {@link ApprovalReason#canRememberDecline} are false.
     *
     * @return the changed settings
     */
    public PermissionSettings withoutMemory() {
        return new PermissionSettings(handler, limit, executor, early, false);
    }
}
