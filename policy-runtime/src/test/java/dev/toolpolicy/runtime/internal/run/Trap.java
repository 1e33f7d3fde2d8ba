package dev.toolpolicy.runtime.internal.run;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes one hook of a service fail in one way, while it is set. */
final class Trap {

    /** The places where the engine calls code of others. */
    enum Hook {
        TURN_LISTENER,
        POLICY_LISTENER,
        SHADOW_LISTENER,
        REDACTOR,
        DISPLAY,
        CANCEL_UPSTREAM,
        STORE_LOCAL,
        STORE_READ,
        STORE_WRITE,
        STORE_OUTCOME,
        CLOCK,
        CLOCK_AFTER_RUN,
        POLICY_FOR_CALL,
        POLICY_PREVIEW,
        POLICY_CHECK,
        POLICY_ON_CHECK,
        POLICY_ON_RESULT,
        POLICY_ON_FAILURE,
        BIND,
        LINKS,
        HANDLER,
        HANDLER_STAGE,
        HANDLER_RESULT,
        HANDLER_CANCEL,
        ASK,
        ASK_STAGE,
        REFRESHED,
        ANSWERED,
        WITHDRAWN,
        ASK_RESULT,
        ASK_RESULT_STAGE,
        PERMISSION_EXECUTOR,
        HANDLER_EXECUTOR;

        boolean isPolicy() {
            return name().startsWith("POLICY_") && this != POLICY_LISTENER;
        }
    }

    /** The ways to fail. */
    enum Fault {
        RUNTIME(() -> new IllegalStateException("broken")),
        ERROR(() -> new NoClassDefFoundError("broken")),
        CHECKED(() -> new IOException("broken")),
        OVERFLOW(() -> new StackOverflowError("broken")),
        CANCELLED(() -> new CancellationException("broken")),
        INTERRUPTED(() -> new InterruptedException("broken")),
        MACHINE(() -> new InternalError("broken")),
        MUTE(Mute::new),
        NULL(() -> null);

        private final Supplier<? extends @Nullable Throwable> failure;

        Fault(Supplier<? extends @Nullable Throwable> failure) {
            this.failure = failure;
        }

        boolean isFatal() {
            return this == MACHINE;
        }

        boolean isCancellation() {
            return this == CANCELLED || this == INTERRUPTED;
        }

        @Nullable
        Throwable failure() {
            return failure.get();
        }
    }

    /** A failure that can't say what it is. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("a failure in a failure");
        }
    }

    private volatile @Nullable Hook hook;
    private volatile @Nullable Fault fault;

    void set(Hook where, Fault how) {
        fault = how;
        hook = where;
    }

    void unset() {
        hook = null;
    }

    boolean isAt(Hook where) {
        return hook == where;
    }

    /** Fails if it is set there. */
    void pass(Hook where) {
        pass(where, () -> where);
    }

    /** What is given there, or a failure if it is set there. */
    @SuppressWarnings("NullAway")
    <T> T pass(Hook where, Supplier<? extends T> given) {
        Fault how = fault;
        if (hook != where || how == null) {
            return given.get();
        }
        Throwable failure = how.failure();
        if (failure == null) {
            return null;
        }
        throw Trap.<RuntimeException>sneaky(failure);
    }

    /** The failure of a stage, if it is set there. */
    @Nullable
    Throwable failure(Hook where) {
        Fault how = fault;
        return hook == where && how != null ? how.failure() : null;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneaky(Throwable failure) throws E {
        throw (E) failure;
    }
}
