package dev.toolpolicy.runtime.internal.fault;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of user code, and the decision which of its failures pass through. User code can throw anything: languages
 * other than Java throw checked exceptions without declaring them.
 *
 * <p>Errors of the virtual machine pass through, except for a {@link StackOverflowError}: a model can provoke one, and
 * its thread is sound afterwards. Every other failure concerns that code alone.
 */
public final class UserCode {
    private UserCode() {}

    /**
     * Returns whether a failure passes through.
     *
     * @param failure the failure
     * @return true for errors of the virtual machine except stack overflows
     */
    public static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
    }

    /**
     * Returns whether a failure means that the work must stop.
     *
     * @param failure the failure
     * @return true for cancellations and interruptions
     */
    public static boolean isCancellation(Throwable failure) {
        return failure instanceof CancellationException || failure instanceof InterruptedException;
    }

    /**
     * Throws a failure again if it is fatal. Complete what others wait for before the call.
     *
     * @param failure the failure
     */
    public static void rethrowFatal(Throwable failure) {
        if (isFatal(failure)) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Throws a failure again if it is fatal or a cancellation.
     *
     * @param failure the failure
     */
    public static void passThrough(Throwable failure) {
        if (isFatal(failure) || isCancellation(failure)) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
    }

    /**
     * Throws any exception without declaring it.
     *
     * @param failure the exception
     * @param <E> the type that the caller sees
     * @throws E always
     */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> void throwAsIs(Throwable failure) throws E {
        throw (E) failure;
    }

    /**
     * Runs code and logs its failure.
     *
     * @param log the logger
     * @param level the level of the failure
     * @param failed the message for a failure
     * @param code the code
     */
    public static void run(Logger log, Level level, String failed, Runnable code) {
        try {
            code.run();
        } catch (Throwable failure) {
            log(log, level, failed, failure);
            rethrowFatal(failure);
        }
    }

    /**
     * Gets a value from code, or a fallback if the code fails.
     *
     * @param log the logger of failures
     * @param level the level of the failure
     * @param failed the message for a failure
     * @param code the code, which fails if it returns null
     * @param fallback returns the value if the code fails
     * @param <T> the value's type
     * @return the value
     */
    public static <T> T get(
            Logger log, Level level, String failed, Supplier<? extends T> code, Supplier<? extends T> fallback) {
        try {
            return Objects.requireNonNull(code.get(), "it gave null");
        } catch (Throwable failure) {
            log(log, level, failed, failure);
            rethrowFatal(failure);
            return fallback.get();
        }
    }

    /**
     * Reads a clock for a record. Every failure of the clock is logged, including errors of the virtual machine.
     *
     * @param log the logger of failures
     * @param clock the clock
     * @return its time, or the system's if it fails
     */
    public static Instant time(Logger log, Clock clock) {
        try {
            return Objects.requireNonNull(clock.instant(), "it gave null");
        } catch (Throwable failure) {
            log(log, Level.ERROR, "a clock failed; the record has the system's time", failure);
            return Instant.now();
        }
    }

    /**
     * Logs a failure with its stack trace. Messages are made visible: they can contain what a model wrote. If the
     * failure's own methods fail, only its class is logged.
     *
     * @param log the logger
     * @param level the level
     * @param what the message
     * @param failure the failure
     */
    public static void log(Logger log, Level level, String what, @Nullable Throwable failure) {
        try {
            log.log(level, what, failure == null ? null : VisibleFailure.of(failure));
        } catch (Throwable broken) {
            rethrowFatal(broken);
            if (failure != null) {
                log.log(level, what + ": " + failure.getClass().getName() + ", which can't be printed");
            }
        }
    }

    /**
     * Logs a failure that is ordinary: a warning in one line, and the stack trace at {@link Level#DEBUG}. An error has
     * its stack trace in the warning.
     *
     * @param log the logger
     * @param what the message
     * @param failure the failure
     */
    public static void logBriefly(Logger log, String what, Throwable failure) {
        if (failure instanceof Error) {
            log(log, Level.WARNING, what, failure);
            return;
        }
        try {
            log.log(Level.WARNING, what + ": " + VisibleFailure.of(failure));
        } catch (Throwable broken) {
            rethrowFatal(broken);
            log.log(Level.WARNING, what + ": " + failure.getClass().getName() + ", which can't be printed");
        }
        log(log, Level.DEBUG, what, failure);
    }

    /**
     * Applies an action to each element, even after a failure; then throws the first failure.
     *
     * @param things the elements
     * @param action the action
     * @param <T> their type
     */
    public static <T> void each(Collection<? extends T> things, Consumer<? super T> action) {
        Throwable first = null;
        for (T thing : things) {
            try {
                action.accept(thing);
            } catch (Throwable failure) {
                first = first == null || isFatal(failure) && !isFatal(first) ? failure : first;
            }
        }
        if (first != null) {
            UserCode.<RuntimeException>throwAsIs(first);
        }
    }
}
