package dev.toolpolicy.runtime.fault;

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
 * Runs code that users of the engine wrote, and decides what passes through when it fails. It can throw anything,
 * whatever it declares: languages other than Java throw checked exceptions unannounced.
 *
 * <p>Errors of the virtual machine pass through, but for a {@link StackOverflowError}: a model can provoke one, and its
 * thread is sound afterwards. Everything else is a failure of that code alone.
 */
public final class UserCode {
    private UserCode() {}

    /**
     * Tells whether a failure passes through.
     *
     * @param failure what was thrown
     * @return true for errors of the virtual machine that aren't stack overflows
     */
    public static boolean isFatal(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
    }

    /**
     * Tells whether a failure says that the work is to stop.
     *
     * @param failure what was thrown
     * @return true for cancellations and interruptions
     */
    public static boolean isCancellation(Throwable failure) {
        return failure instanceof CancellationException || failure instanceof InterruptedException;
    }

    /**
     * Throws a failure again if it is fatal. What waits is to be completed before.
     *
     * @param failure what was thrown
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
     * @param failure what was thrown
     */
    public static void passThrough(Throwable failure) {
        if (isFatal(failure) || isCancellation(failure)) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
    }

    /**
     * Throws anything without declaring it.
     *
     * @param failure what is thrown
     * @param <E> what the caller takes it for
     * @throws E always
     */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> void throwAsIs(Throwable failure) throws E {
        throw (E) failure;
    }

    /**
     * Runs code whose failure changes nothing: it is logged.
     *
     * @param log where
     * @param level how loud
     * @param failed what is logged if it fails
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
     * Asks code for a value.
     *
     * @param log where a failure is logged
     * @param level how loud
     * @param failed what is logged if it fails
     * @param code the code, which fails if it gives null
     * @param fallback makes what counts if it fails
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
     * Reads a clock for a record, which is kept whatever its clock throws, errors of the virtual machine included.
     *
     * @param log where a failure is logged
     * @param clock the clock
     * @return its time, or the system's
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
     * Logs a failure. One that can't even say what it is, since its own methods fail, is logged by its class.
     *
     * @param log where
     * @param level how loud
     * @param what what failed
     * @param failure what was thrown
     */
    public static void log(Logger log, Level level, String what, @Nullable Throwable failure) {
        try {
            log.log(level, what, failure);
        } catch (Throwable broken) {
            rethrowFatal(broken);
            if (failure != null) {
                log.log(level, what + ": " + failure.getClass().getName() + ", which can't be printed");
            }
        }
    }

    /**
     * Does something with each of several things, with all of them even if it fails for some; then throws the first
     * failure.
     *
     * @param things the things
     * @param action what is done
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
