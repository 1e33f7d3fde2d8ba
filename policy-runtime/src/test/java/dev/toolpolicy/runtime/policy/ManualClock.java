package dev.toolpolicy.runtime.policy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/** A clock that stands until it is told, or that asks a test for the time. */
public final class ManualClock extends Clock {
    private Supplier<Instant> time;

    public ManualClock() {
        this(() -> Instant.parse("2026-01-01T00:00:00Z"));
    }

    public ManualClock(Supplier<Instant> time) {
        this.time = time;
    }

    public void pass(Duration duration) {
        Instant now = time.get().plus(duration);
        time = () -> now;
    }

    @Override
    public Instant instant() {
        return time.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
