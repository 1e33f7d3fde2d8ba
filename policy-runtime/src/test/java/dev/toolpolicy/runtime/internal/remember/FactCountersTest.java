package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counters of limits by a fact: full, damaged, old and far ones. */
class FactCountersTest extends FactLimitSample {
    @Test
    void aFullCounterDenies() {
        CallLimit total = CallLimit.total("100000", "/amount").per(DAY).by("/user");
        PolicyRegistry session = session("a", total);
        assertThat(runs(session, "'ann'")).isTrue();
        SessionStore.Part part = store.find("limit", "limit", false, 1).get(0);
        SessionStore.State state = store.read(part.session(), SessionStore.State.NONE);
        ObjectNode full = part.value().deepCopy();
        JsonNode entry = full.path("recent").iterator().next();
        for (int i = 1; i < CallLimit.MOST_BY_FACT; i++) {
            ((ObjectNode) full.path("recent")).set("attempt-" + i, entry);
        }
        Map<String, JsonNode> parts = new HashMap<>(state.parts());
        parts.put("limit", full);
        store.replace(part.session(), state, parts);
        assertThat(Sessions.reason(session, pay("'ann'")))
                .isEqualTo("pay can't run now: a limit counts too many calls.");
        assertThat(runs(session, "'bob'")).isTrue();
        clock.pass(DAY);
        assertThat(runs(session, "'ann'")).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> calls(CallLimit.MOST_BY_FACT + 1));
    }

    @Test
    void aFullMemoryDenies() {
        SessionStore small = SessionStore.inMemory(2, DAY);
        PolicyRegistry session =
                new PolicyRegistry("a", SessionSettings.inMemory().withStore(small));
        LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(calls(1)))
                .forEach(session::register);
        assertThat(runs(session, "'ann'")).isTrue();
        assertThat(runs(session, "'bob'")).isTrue();
        assertThat(runs(session, "'eve'")).as("no room for a counter").isFalse();
        assertThat(runs(session, "'ann'")).isFalse();
    }

    @Test
    void aCounterStaysWhileACallCounts() {
        SessionStore memory = SessionStore.inMemory();
        PolicyRegistry session =
                new PolicyRegistry("a", SessionSettings.inMemory().withStore(memory));
        LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(calls(1)))
                .forEach(session::register);
        assertThat(runs(session, "'ann'")).isTrue();
        memory.deleteUnchanged(Instant.now().plusSeconds(9), 100);
        assertThat(runs(session, "'ann'")).isFalse();
    }

    @Test
    void aTimeBeyondAllDatesDenies() {
        CallLimit limit =
                CallLimit.calls(1).per(Duration.ofSeconds(Long.MAX_VALUE)).by("/user");
        PolicyRegistry session = session("a", limit);
        assertThat(runs(session, "'ann'")).isTrue();
        assertThat(Sessions.reason(session, pay("'ann'")))
                .isEqualTo("pay can run once in 2562047788015215 hours for the same /user.");
        assertThat(session.preview(pay("'ann'"), true).denial()).isPresent();
        store.deleteUnchanged(Instant.MAX, 100);
        assertThat(runs(session, "'ann'")).isFalse();
    }

    @Test
    void aDamagedCounterDeniesAndStays() {
        PolicyRegistry session = session("a", calls(9));
        assertThat(runs(session, "'ann'")).isTrue();
        SessionStore.Part part = store.find("limit", "limit", false, 1).get(0);
        for (String damage : List.of("{'latest':'soon'}", "{'windows':{'long':'2026-01-01T00:00:00Z'}}")) {
            SessionStore.State state = store.read(part.session(), SessionStore.State.NONE);
            Map<String, JsonNode> parts = new HashMap<>(state.parts());
            ObjectNode damaged = part.value().deepCopy();
            damaged.setAll(Sessions.object(damage));
            parts.put("limit", damaged);
            store.replace(part.session(), state, parts);
            assertThat(Sessions.reason(session, pay("'ann'")))
                    .isEqualTo("Not run: policy 'limit:pay:/user' failed while it checked this call.");
            assertThat(Sessions.check(session, pay("'bob'")).denial()).isEmpty();
            store.deleteUnchanged(Instant.MAX, 100);
            assertThat(runs(session, "'ann'")).isFalse();
        }
    }

    @Test
    void aCounterStaysThoughTheClockOfItsSessionsIsBehind() {
        ManualClock behind = new ManualClock(() -> Instant.now().minus(Duration.ofDays(2)));
        PolicyRegistry session = new PolicyRegistry(
                "a", SessionSettings.inMemory().withStore(store).withClock(behind));
        LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(calls(1)))
                .forEach(session::register);
        assertThat(runs(session, "'ann'")).isTrue();
        store.deleteUnchanged(Instant.MAX, 100);
        assertThat(runs(session, "'ann'")).isFalse();
    }

    @Test
    void aFullCounterIsEmptiedAtOnce() {
        ObjectNode full =
                Sessions.object("{'latest':'2026-01-01T00:00:00Z','windows':{'PT24H':'2026-01-01T00:00:00Z'}}");
        ObjectNode recent = full.putObject("recent");
        for (int i = 0; i < CallLimit.MOST_BY_FACT; i++) {
            recent.set("attempt-" + i, Sessions.object("{'at':'2026-01-01T00:00:00Z','calls':1}"));
        }
        LimitCounts counts = new LimitCounts(full, clock.instant().plus(DAY), "new");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(counts.recent(Map.of(), DAY).path("recent")).hasSize(1);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes: one copy of the rest, and none for each call")
                .isLessThan(200L << 20);
    }

    @Test
    void namesWithColonsShareNoCounter() {
        PolicyRegistry session = new PolicyRegistry(
                "a", SessionSettings.inMemory().withStore(store).withClock(clock));
        LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(calls(1).rule("big:x")))
                .forEach(session::register);
        PolicyRegistry other = new PolicyRegistry(
                "b", SessionSettings.inMemory().withStore(store).withClock(clock));
        LimitsPolicy.of("pay:big", ToolSelector.named(List.of("pay")), List.of(calls(1).rule("x")))
                .forEach(other::register);
        assertThat(Sessions.check(session, pay("'ann'").withRules(List.of("big:x")))
                        .denial())
                .isEmpty();
        assertThat(Sessions.check(other, pay("'ann'").withRules(List.of("x"))).denial())
                .isEmpty();
        assertThat(Sessions.check(other, pay("'ann'").withRules(List.of("x"))).denial())
                .isPresent();
    }
}
