package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.ToolResult;
import java.util.Objects;
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
        return new GuardedCall.Result<>(call, inTime ? value : null, inTime ? failure : null);
    }
}
