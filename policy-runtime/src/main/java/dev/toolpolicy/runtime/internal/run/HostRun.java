package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.GuardedCall;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of a host's code, which keeps the host's own value or exception. */
final class HostRun<R> implements HandlerRun.Body {
    private final GuardedCall.HostCode<?> host;
    private final @Nullable Function<? super R, ToolResult> outcome;
    private volatile @Nullable R value;
    private volatile @Nullable Throwable failure;
    private volatile boolean inTime;

    /**
     * Creates a run.
     *
     * @param host returns the value, or a stage of it
     * @param outcome says what the value means; null if a return is a success
     */
    HostRun(GuardedCall.HostCode<?> host, @Nullable Function<? super R, ToolResult> outcome) {
        this.host = host;
        this.outcome = outcome;
    }

    @Override
    public @Nullable Object run(ToolHandlers.Handler.RunningCall call) throws Exception {
        return host.run(call.call().arguments());
    }

    @Override
    @SuppressWarnings("unchecked") // the host's code returns it
    public @Nullable Object outcome(@Nullable Object returned) {
        R own = (R) returned;
        value = own;
        Function<? super R, ToolResult> says = outcome;
        return says == null ? own : Objects.requireNonNull(says.apply(own), "the outcome function returned null");
    }

    @Override
    public void thrown(Throwable thrown) {
        failure = thrown;
    }

    @Override
    public void inTime() {
        inTime = true;
    }

    /** Returns the result. A value or exception that came too late isn't part of it. */
    GuardedCall.Result<R> result(CallResult call) {
        return new HostResult<>(call, inTime ? value : null, inTime ? failure : null);
    }

    private record HostResult<R>(
            CallResult call, @Nullable R value, @Nullable Throwable failure) implements GuardedCall.Result<R> {
        @Override
        public CallResult.Kind kind() {
            return call.kind();
        }

        @Override
        public String forModel() {
            return call.forModel();
        }

        @Override
        public Optional<R> returned() {
            return isWhole() ? Optional.ofNullable(value) : Optional.empty();
        }

        @Override
        public Optional<Throwable> thrown() {
            return isWhole() ? Optional.ofNullable(failure) : Optional.empty();
        }

        private boolean isWhole() {
            return call.began() && call.isWhole();
        }

        @Override
        public String toString() {
            return call.toString();
        }
    }
}
