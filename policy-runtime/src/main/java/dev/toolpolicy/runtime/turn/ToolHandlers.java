package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an engine's tools. They run only {@linkplain ApprovedCall approved calls}, each once, and record the
 * outcome in the session's policies. Immutable and safe for use from any thread. No method here waits for a handler.
 *
 * <pre>{@code
 * ToolHandlers tools = ToolHandlers.of(engine.tools())
 *     .handle("fs_read_file", ReadFile.class, (arguments, call) -> Files.readString(arguments.path()))
 *     .build();
 * }</pre>
 */
public final class ToolHandlers {
    /** The default timeout of handlers: two minutes. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(2);

    private final Map<String, Handled<?>> handlers;
    private final Executor threads;

    private ToolHandlers(Map<String, Handled<?>> handlers, Executor threads) {
        this.handlers = Map.copyOf(handlers);
        this.threads = threads;
    }

    /** A handler, its argument type and its timeout. */
    private record Handled<T>(Class<T> type, Handler<T> handler, Duration limit) {
        /** Prepares the only run of a call, which can be stopped before it starts. */
        HandlerRun prepare(ApprovedCall call) {
            T arguments = call.as(type);
            return new HandlerRun(call, limit, running -> handler.run(arguments, running));
        }
    }

    /**
     * Creates a builder of handlers for these tools.
     *
     * @param tools the tools, each of which needs a handler: {@code PolicyEngine.tools()}
     * @return a builder without handlers
     */
    public static Builder of(ToolCatalog tools) {
        return new Builder(tools);
    }

    /**
     * Returns the same handlers on other threads.
     *
     * @param executor runs the handlers
     * @return the changed handlers
     */
    public ToolHandlers on(Executor executor) {
        return new ToolHandlers(handlers, Objects.requireNonNull(executor, "executor"));
    }

    /**
     * Runs a call on another thread, and records in the session's policies whether it succeeded.
     *
     * @param call the call, which hasn't run
     * @return a stage with the result; it never completes exceptionally, a failure is a {@link ToolResult.Failure}
     * @throws IllegalStateException if the call has already run
     */
    public CompletionStage<ToolResult> run(ApprovedCall call) {
        HandlerRun run = prepare(call);
        start(run);
        return run.result();
    }

    /** Prepares the only run of a call, which can be stopped before it starts. */
    HandlerRun prepare(ApprovedCall call) {
        call.begin();
        Handled<?> handled = handlers.get(call.call().tool());
        try {
            return handled == null
                    ? HandlerRun.failing(call, new IllegalStateException("no handler is registered for this tool"))
                    : handled.prepare(call);
        } catch (ClassCastException wrongType) {
            return HandlerRun.failing(call, wrongType);
        }
    }

    void start(HandlerRun run) {
        run.startOn(threads);
    }

    /** A builder of handlers. Not thread-safe. */
    public static final class Builder {
        private final ToolCatalog tools;
        private final Map<String, Handled<?>> handlers = new LinkedHashMap<>();
        private Duration limit = DEFAULT_LIMIT;
        private Executor threads = Builder::runInThread;

        private Builder(ToolCatalog tools) {
            this.tools = Objects.requireNonNull(tools, "tools");
        }

        private static void runInThread(Runnable task) {
            Thread thread = new Thread(task, "tool-policy-tool");
            thread.setDaemon(true);
            thread.start();
        }

        /**
         * Sets the handler of a tool that is declared as a record.
         *
         * @param tool the tool's name
         * @param type the record
         * @param handler the tool's code
         * @param <T> the record
         * @return this builder
         * @throws IllegalArgumentException if the tool already has a handler
         */
        public <T> Builder handle(String tool, Class<T> type, Handler<T> handler) {
            Objects.requireNonNull(handler, "handler");
            if (handlers.put(tool, new Handled<>(type, handler, limit)) != null) {
                throw new IllegalArgumentException("tool \"" + tool + "\" has two handlers");
            }
            return this;
        }

        /**
         * Sets the handler of a tool that takes its arguments as JSON.
         *
         * @param tool the tool's name
         * @param handler the tool's code
         * @return this builder
         * @throws IllegalArgumentException if the tool already has a handler
         */
        public Builder handle(String tool, Handler<ObjectNode> handler) {
            return handle(tool, ObjectNode.class, handler);
        }

        /**
         * Sets the timeout of the handlers that are added after this call. A call that times out has failed.
         *
         * @param timeout the timeout, positive; the default is {@link ToolHandlers#DEFAULT_LIMIT}
         * @return this builder
         * @throws IllegalArgumentException if the timeout isn't positive
         */
        public Builder within(Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("timeout must be positive, was " + timeout);
            }
            limit = timeout;
            return this;
        }

        /**
         * Sets the executor that runs handlers. The default uses short-lived daemon threads.
         *
         * @param executor the executor, for example one of virtual threads
         * @return this builder
         */
        public Builder on(Executor executor) {
            threads = Objects.requireNonNull(executor, "executor");
            return this;
        }

        /**
         * Builds the executor.
         *
         * @return an executor with a handler for every tool
         * @throws IllegalStateException if a tool has no handler, or a handler no tool; it names them all
         */
        public ToolHandlers build() {
            List<String> problems = new ArrayList<>();
            for (ToolSpec<?> tool : tools.tools()) {
                if (!handlers.containsKey(tool.name())) {
                    problems.add("tool \"" + tool.name() + "\" has no handler");
                }
            }
            for (String name : handlers.keySet()) {
                if (tools.find(name).isEmpty()) {
                    problems.add("handler for unknown tool \"" + name + "\"");
                }
            }
            if (!problems.isEmpty()) {
                throw new IllegalStateException(String.join("; ", problems));
            }
            return new ToolHandlers(handlers, threads);
        }
    }

    /**
     * The code of a tool. It runs on the {@linkplain ToolHandlers.Builder#on executor's threads}, only for approved
     * calls, once for each.
     *
     * @param <T> the tool's record, or {@link com.fasterxml.jackson.databind.node.ObjectNode} for a tool declared
     *     without one
     */
    @FunctionalInterface
    public interface Handler<T> {

        /**
         * Runs a call.
         *
         * @param arguments the call's arguments
         * @param call the call, which knows whether its result is still needed
         * @return the result, or a {@link java.util.concurrent.CompletionStage} of it: JSON, text, a number, a boolean,
         *     null, or a value that Jackson can write. A {@link dev.toolpolicy.ToolResult} is used as it is, so a
         *     failure can be returned instead of thrown
         * @throws Exception if the call fails; the model receives the exception's message
         */
        @Nullable
        Object run(T arguments, RunningCall call) throws Exception;

        /** A call while its handler runs. Safe for use from any thread. */
        final class RunningCall {
            private final ToolCall call;
            private final PolicyContext context;
            private volatile boolean cancelled;

            RunningCall(ToolCall call, PolicyContext context) {
                this.call = call;
                this.context = context;
            }

            /**
             * Returns the call as it was checked.
             *
             * @return id, tool and arguments
             */
            public ToolCall call() {
                return call;
            }

            /**
             * Returns the session as the call's check saw it.
             *
             * @return the policies' state and the service's facts
             */
            public PolicyContext context() {
                return context;
            }

            /**
             * Returns whether the result is no longer needed, since the call timed out or the turn was abandoned. The
             * handler's thread is then interrupted, or the stage that it returned is cancelled.
             *
             * @return true if the handler should stop
             */
            public boolean isCancelled() {
                return cancelled;
            }

            void cancel() {
                cancelled = true;
            }
        }
    }
}
