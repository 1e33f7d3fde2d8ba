package dev.toolpolicy.test.policy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. Safe for use from any thread. */
public final class TestClock extends Clock {
    private Instant now = Instant.parse("2026-01-01T12:00:00Z");

    /**
     * Moves the clock.
     *
     * @param time the time that passes; a negative one moves it back
     */
    public synchronized void advance(Duration time) {
        now = now.plus(time);
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Returns this clock: rules don't look at time zones. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
