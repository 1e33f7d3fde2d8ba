package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.util.List;

/** Sessions with limits by a fact in one store, and a clock that tests set. */
abstract class FactLimitSample {
    static final Duration DAY = Duration.ofDays(1);

    final ManualClock clock = new ManualClock();
    final FlakyStore store = new FlakyStore();

    /** Long, so that a busy machine changes no count; tests of a store that is down have a short one. */
    Duration patience = Duration.ofMinutes(1);

    static CallLimit calls(int most) {
        return CallLimit.calls(most).per(DAY).by("/user");
    }

    PolicyRegistry session(String id, CallLimit... limits) {
        PolicyRegistry session = new PolicyRegistry(
                id, SessionSettings.inMemory().withStore(store).withClock(clock).withRetryTimeout(patience));
        LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(limits))
                .forEach(session::register);
        return session;
    }

    /** Returns a call of a user, as JSON with single quotes. */
    static ToolCall pay(String user) {
        return Sessions.call("pay", "{'amount':2}").withFacts(Sessions.object("{'user':" + user + "}"));
    }

    static boolean runs(PolicyRegistry session, String user) {
        return Sessions.check(session, pay(user)).denial().isEmpty();
    }

    int counted() {
        return store.find("limit", "limit", false, 100).stream()
                .mapToInt(part -> part.value().path("recent").size())
                .sum();
    }
}
