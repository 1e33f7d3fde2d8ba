package dev.toolpolicy.runtime.turn;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call that a host ran: what the model is told, and the host's own value. Immutable.
 *
 * @param <R> the type of the host's value
 */
public final class GuardedResult<R> {
    private final CallResult call;
    private final @Nullable R value;
    private final @Nullable Throwable failure;

    GuardedResult(CallResult call, @Nullable R value, @Nullable Throwable failure) {
        this.call = call;
        this.value = value;
        this.failure = failure;
    }

    /** Returns whether the call ran, and what the model is told. */
    public CallResult call() {
        return call;
    }

    /** Returns whether the call ran, and if not, why. */
    public CallResult.Kind kind() {
        return call.kind();
    }

    /** Returns the content for the model as text. */
    public String forModel() {
        return call.forModel();
    }

    /**
     * Returns the host's value as it was returned, if it may go to the model as it is.
     *
     * @return the value; empty if the call didn't run, threw, returned null, or its result is edited or not delivered
     */
    public Optional<R> returned() {
        return isWhole() ? Optional.ofNullable(value) : Optional.empty();
    }

    /**
     * Returns the exception that the host's code threw, if it may go to the model.
     *
     * @return the exception; empty if the call didn't run, returned, or its result is edited or not delivered
     */
    public Optional<Throwable> thrown() {
        return isWhole() ? Optional.ofNullable(failure) : Optional.empty();
    }

    private boolean isWhole() {
        return call.kind() == CallResult.Kind.RAN && call.delivery() == CallResult.Delivery.WHOLE;
    }

    @Override
    public String toString() {
        return call.toString();
    }
}
