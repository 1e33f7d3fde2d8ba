package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of a host's code, which keeps the host's own value or exception. */
final class HostRun<R> implements HandlerRun.Body {
    private static final Logger LOG = System.getLogger(GuardedCall.class.getName());

    private final GuardedCall.HostCode<?> host;
    private final @Nullable Function<? super R, ToolResult> outcome;
    private volatile @Nullable R value;
    private volatile @Nullable Throwable failure;

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
        R host = (R) returned;
        value = host;
        Function<? super R, ToolResult> says = outcome;
        if (says == null) {
            return host;
        }
        return UserCode.<ToolResult>get(
                LOG,
                Level.ERROR,
                "what a call returned can't be judged; its outcome counts as unknown",
                () -> says.apply(host),
                () -> ToolResult.unknown("The call ran, but whether it succeeded is unknown."));
    }

    @Override
    public void thrown(Throwable thrown) {
        failure = thrown;
    }

    GuardedCall.Result<R> result(CallResult call) {
        return new GuardedCall.Result<>(call, value, failure);
    }
}
