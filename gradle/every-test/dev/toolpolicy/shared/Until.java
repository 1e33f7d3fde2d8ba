package dev.toolpolicy.shared;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The wait for what other threads or processes do. It looks every few milliseconds and leaves the processor to them, so
 * that a busy machine makes a test slow and not red. Compiled into the tests of every module.
 */
public final class Until {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Until() {}

    /**
     * Waits until a condition is met.
     *
     * @param what what is awaited, for the error
     * @param condition asked again and again on this thread
     * @throws AssertionError if it isn't met within a minute
     * @throws Exception the condition's own
     */
    public static void met(String what, Callable<Boolean> condition) throws Exception {
        long begun = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("not met within " + PATIENCE + ": " + what);
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }
}
