package dev.toolpolicy.runtime.session;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Names attempts to run a call; no two have the same name, in whatever process. */
final class Attempts {
    private final String registry = UUID.randomUUID().toString();
    private final AtomicLong count = new AtomicLong();

    String next() {
        return registry + "-" + count.incrementAndGet();
    }
}
