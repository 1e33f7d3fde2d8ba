package dev.toolpolicy.runtime.session;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** The unique names of attempts to run a call, across processes. */
final class Attempts {
    private final String registry = UUID.randomUUID().toString();
    private final AtomicLong count = new AtomicLong();

    String next() {
        return registry + "-" + count.incrementAndGet();
    }
}
