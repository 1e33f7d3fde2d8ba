package dev.toolpolicy.runtime.internal.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitClockTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** An earlier alarm wakes the thread that sleeps for a later one. */
    @Test
    void anEarlierAlarmRingsBeforeALaterOne() throws InterruptedException {
        LimitClock.Alarm later = LimitClock.COMMON.set(LONG, () -> {});
        CountDownLatch rang = new CountDownLatch(1);
        LimitClock.COMMON.set(Duration.ofMillis(5), rang::countDown);
        assertThat(rang.await(1, TimeUnit.MINUTES)).isTrue();
        later.cancel();
    }

    @Test
    void aCancelledAlarmNeverRings() throws InterruptedException {
        AtomicInteger cancelled = new AtomicInteger();
        CountDownLatch after = new CountDownLatch(1);
        for (int i = 0; i < 1000; i++) {
            AtomicInteger cancels = new AtomicInteger(); // 0 while this thread was too late to cancel it
            LimitClock.Alarm alarm =
                    LimitClock.COMMON.set(Duration.ofMillis(200), () -> cancelled.addAndGet(cancels.get()));
            alarm.cancel();
            cancels.set(1);
        }
        LimitClock.COMMON.set(Duration.ofMillis(250), after::countDown);
        assertThat(after.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(cancelled).hasValue(0);
    }

    @Test
    void anActionThatFailsStopsNoOther() throws InterruptedException {
        CountDownLatch rang = new CountDownLatch(1);
        LimitClock.COMMON.set(Duration.ofMillis(1), () -> {
            throw new OutOfMemoryError("thrown by a test");
        });
        LimitClock.COMMON.set(Duration.ofMillis(2), rang::countDown);
        assertThat(rang.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void theLongestTimesNeverRing() {
        for (Duration time : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE))) {
            LimitClock.COMMON
                    .set(time, () -> {
                        throw new AssertionError("not yet");
                    })
                    .cancel();
        }
    }

    /** Threads set and cancel alarms in any order; each that isn't cancelled rings once. */
    @Test
    void eachAlarmRingsOnceUnlessItIsCancelled() throws InterruptedException {
        long seed = Long.getLong("toolpolicy.seed", 39);
        int threads = 4;
        int each = 2000;
        AtomicInteger rang = new AtomicInteger();
        AtomicInteger kept = new AtomicInteger();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Random random = new Random(seed + i);
            Thread thread = new Thread(() -> {
                for (int j = 0; j < each; j++) {
                    if (random.nextBoolean()) {
                        kept.incrementAndGet();
                        LimitClock.COMMON.set(Duration.ofMillis(random.nextInt(20)), rang::incrementAndGet);
                    } else {
                        LimitClock.COMMON
                                .set(LONG, () -> rang.addAndGet(1_000_000))
                                .cancel();
                    }
                }
            });
            running.add(thread);
            thread.start();
        }
        for (Thread thread : running) {
            thread.join();
        }
        CountDownLatch last = new CountDownLatch(1);
        LimitClock.COMMON.set(Duration.ofMillis(50), last::countDown);
        assertThat(last.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(rang).as("seed %d", seed).hasValue(kept.get());
    }
}
