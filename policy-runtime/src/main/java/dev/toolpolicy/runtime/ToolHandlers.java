package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.internal.fault.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an engine's tools. They run only {@linkplain ApprovedCall approved calls}, each once, and record the
 * outcome in the session's policies. Immutable and safe for use from any thread. No method here waits for a handler.
 *
 * <pre>{@code
 * ToolHandlers handlers = ToolHandlers.builder(engine.tools())
 *     .handle(ReadFileTool.TOOL, (file, call) -> Files.readString(file.path()))
 *     .build();
 * }</pre>
 */
public final class ToolHandlers {
    /** The default timeout of handlers: two minutes. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(2);

    private final Map<String, Handled<?>> handlers;
    private final @Nullable Handled<?> otherwise;
    private final Duration timeout;
    private final Executor threads;

    private ToolHandlers(
            Map<String, Handled<?>> handlers, @Nullable Handled<?> otherwise, Duration timeout, Executor threads) {
        this.handlers = Map.copyOf(handlers);
        this.otherwise = otherwise;
        this.timeout = timeout;
        this.threads = threads;
    }

    /** A handler, the reader of its arguments, and its timeout; null for the default. */
    private record Handled<T>(
            Function<ApprovedCall, T> reader,
            Handler<T> handler,
            @Nullable Duration timeout) {
        Handler<ApprovedCall> prepare(ApprovedCall call) {
            T arguments = reader.apply(call);
            return (same, running) -> handler.run(arguments, running);
        }
    }

    /**
     * Creates a builder of handlers for these tools.
     *
     * @param tools the tools, each of which needs a handler: {@code PolicyEngine.tools()}
     * @return a builder without handlers
     */
    public static Builder builder(ToolCatalog tools) {
        return new Builder(tools);
    }

    /**
     * Returns the same handlers on other threads.
     *
     * @param executor runs the handlers
     * @return the changed handlers
     */
    public ToolHandlers on(Executor executor) {
        return new ToolHandlers(handlers, otherwise, timeout, Objects.requireNonNull(executor, "executor"));
    }

    /**
     * Reads the arguments of an approved call for its handler.
     *
     * @param call the call
     * @return runs the handler with these arguments
     * @throws IllegalStateException if no handler is registered for the tool
     * @throws RuntimeException if the tool can't represent an argument
     */
    public Handler<ApprovedCall> prepare(ApprovedCall call) {
        Handled<?> handled = handlers.getOrDefault(call.call().tool(), otherwise);
        if (handled == null) {
            throw new IllegalStateException("no handler is registered for this tool");
        }
        return handled.prepare(call);
    }

    /** Returns the timeout of a tool's handler. */
    public Duration timeout(String tool) {
        Handled<?> handled = handlers.getOrDefault(tool, otherwise);
        return handled == null || handled.timeout == null ? timeout : handled.timeout;
    }

    /** Returns what runs the handlers. */
    public Executor executor() {
        return threads;
    }

    /** A builder of handlers. The order of its calls doesn't matter. Not thread-safe. */
    public static final class Builder {
        private final ToolCatalog tools;
        private final Map<String, Handled<?>> handlers = new LinkedHashMap<>();
        private @Nullable Handled<?> otherwise;
        private Duration timeout = DEFAULT_LIMIT;
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
         * Sets the handler of a tool.
         *
         * @param tool the tool, such as the constant of a generated class
         * @param handler the tool's code
         * @param <T> the type of the tool's arguments
         * @return this builder
         * @throws IllegalArgumentException if the tool already has a handler
         */
        public <T> Builder handle(ToolSpec<T> tool, Handler<T> handler) {
            return add(tool.name(), new Handled<>(call -> call.as(tool), named(handler), null));
        }

        /**
         * Sets the handler of a tool, with a timeout of its own.
         *
         * @param tool the tool, such as the constant of a generated class
         * @param timeout the timeout, positive; a call that times out has an unknown outcome
         * @param handler the tool's code
         * @param <T> the type of the tool's arguments
         * @return this builder
         * @throws IllegalArgumentException if the tool already has a handler, or the timeout isn't positive
         */
        public <T> Builder handle(ToolSpec<T> tool, Duration timeout, Handler<T> handler) {
            return add(
                    tool.name(),
                    new Handled<>(call -> call.as(tool), named(handler), Require.positive("timeout", timeout)));
        }

        /**
         * Sets the handler of a tool that is declared in a policy file or by a server. It takes its arguments as JSON.
         *
         * @param tool the tool's name
         * @param handler the tool's code
         * @return this builder
         * @throws IllegalArgumentException if the tool already has a handler
         */
        public Builder handle(String tool, Handler<ObjectNode> handler) {
            return add(tool, new Handled<>(ApprovedCall::arguments, named(handler), null));
        }

        /**
         * Sets the handler of all tools without a handler of their own. It takes its arguments as JSON.
         *
         * @param handler runs the call; {@link Handler.RunningCall#call} has the tool's name
         * @return this builder
         * @throws IllegalArgumentException if it was set before
         */
        public Builder otherwise(Handler<ObjectNode> handler) {
            if (otherwise != null) {
                throw new IllegalArgumentException("there are two handlers for all other tools");
            }
            otherwise = new Handled<>(ApprovedCall::arguments, named(handler), null);
            return this;
        }

        private static <T> Handler<T> named(Handler<T> handler) {
            return Objects.requireNonNull(handler, "handler");
        }

        private Builder add(String tool, Handled<?> handled) {
            if (handlers.put(tool, handled) != null) {
                throw new IllegalArgumentException("tool \"" + tool + "\" has two handlers");
            }
            return this;
        }

        /**
         * Sets the timeout of handlers without a timeout of their own. A call that times out has an
         * unknown outcome: what it used stays used, and it meets no requirement.
         *
         * @param timeout the timeout, positive; the default is {@link ToolHandlers#DEFAULT_LIMIT}
         * @return this builder
         * @throws IllegalArgumentException if the timeout isn't positive
         */
        public Builder timeout(Duration timeout) {
            this.timeout = Require.positive("timeout", timeout);
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
         * Builds the handlers.
         *
         * @return a handler for every tool
         * @throws IllegalStateException if a tool has no handler, or a handler no tool; it names them all
         */
        public ToolHandlers build() {
            List<String> problems = new ArrayList<>();
            tools.tools().stream()
                    .filter(tool -> otherwise == null && !handlers.containsKey(tool.name()))
                    .forEach(tool -> problems.add("tool \"" + tool.name() + "\" has no handler"));
            handlers.keySet().stream()
                    .filter(name -> tools.find(name).isEmpty())
                    .forEach(name -> problems.add("handler for unknown tool \"" + name + "\""));
            if (!problems.isEmpty()) {
                throw new IllegalStateException(String.join("; ", problems));
            }
            return new ToolHandlers(handlers, otherwise, timeout, threads);
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

        /** A call while its handler runs. Not to be implemented by users. Safe for use from any thread. */
        interface RunningCall {
            /**
             * Returns the call as it was checked.
             *
             * @return id, tool and arguments
             */
            ToolCall call();

            /**
             * Returns the session as the call's check saw it.
             *
             * @return the policies' state and the service's facts
             */
            PolicyContext context();

            /**
             * Returns whether the result is no longer needed, since the call timed out or the turn was abandoned. The
             * handler's thread is then interrupted, or the stage that it returned is cancelled.
             *
             * @return true if the handler should stop
             */
            boolean isCancelled();
        }
    }
}
