package dev.toolpolicy.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.policy.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;

/** The bounds of sessions in memory. */
class MemorySessionStoreTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Map<String, JsonNode> PARTS = Map.of("part", IntNode.valueOf(1));

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = new MemorySessionStore(2, DAY, clock);

    private boolean put(String session) {
        return store.replace(session, store.read(session, SessionStore.State.NONE), PARTS)
                .isPresent();
    }

    private boolean has(String session) {
        return store.read(session, SessionStore.State.NONE) != SessionStore.State.NONE;
    }

    @Test
    void aFullMemoryTakesNoNewSessionAndDropsNone() {
        put("a");
        put("b");

        assertThatThrownBy(() -> put("c"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        thrown -> assertThat(thrown.isFull()).isTrue())
                .hasMessage(
                        "the memory of sessions is full: it holds 2 sessions until they weren't used for PT24H. Set a"
                                + " larger number with SessionStore.inMemory(sessions, idle), or keep sessions in a"
                                + " database");
        assertThat(put("a")).isTrue();
        assertThat(has("b")).isTrue();
    }

    @Test
    void aNearlyFullMemoryWarnsOnce() {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(SessionStore.class.getName());
        Handler handler = new StreamHandler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getLevel() + " " + line.getMessage());
            }
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            SessionStore ten = new MemorySessionStore(10, DAY, clock);
            for (int i = 0; i < 10; i++) {
                ten.replace("s" + i, SessionStore.State.NONE, PARTS);
                assertThat(lines).as("lines of session %s", i).hasSize(i < 7 ? 0 : 1);
            }
            assertThat(ten.fill()).isEqualTo(1);
            clock.pass(DAY);
            ten.replace("again", SessionStore.State.NONE, PARTS);
            assertThat(ten.fill()).isEqualTo(0.1);
            for (int i = 0; i < 8; i++) {
                ten.replace("t" + i, SessionStore.State.NONE, PARTS);
            }
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        assertThat(lines)
                .hasSize(2)
                .first()
                .isEqualTo(
                        "WARNING the memory of sessions is nearly full: 8 of 10; new ones will be refused. Set a larger"
                                + " number with SessionStore.inMemory(sessions, idle), or keep sessions in a database");
    }

    @Test
    void labelsOutliveTheirSession() {
        Map<String, JsonNode> labelled = Map.of(
                "flow/label/untrusted", IntNode.valueOf(1),
                "flow/set/contacts/0", IntNode.valueOf(2),
                "format", IntNode.valueOf(3));
        store.replace("a", SessionStore.State.NONE, labelled);
        put("b");
        clock.pass(DAY);
        assertThat(put("c")).isTrue();

        SessionStore.State left = store.read("a", SessionStore.State.NONE);
        assertThat(left.parts()).containsOnlyKeys("flow/label/untrusted", "format");
        assertThat(store.replace("a", SessionStore.State.NONE, PARTS)).isEmpty();
        assertThat(has("b")).isFalse();
        store.delete("a");
        assertThat(has("a")).isFalse();
    }

    @Test
    void aSessionThatIsNotUsedMakesRoom() {
        put("a");
        put("b");
        clock.pass(DAY.minusSeconds(2));
        assertThat(has("b")).as("reading is using").isTrue();
        clock.pass(Duration.ofSeconds(2));

        assertThat(put("c")).isTrue();
        assertThat(has("a")).isFalse();
        assertThat(has("b")).isTrue();
        assertThat(store.find("part", "part", false, 9)).hasSize(2);
    }

    @Test
    void aSessionThatIsOverStartsEmptyWithANewVersion() {
        put("a");
        SessionStore.State old = store.read("a", SessionStore.State.NONE);
        clock.pass(DAY);

        assertThat(store.read("a", old)).isSameAs(SessionStore.State.NONE);
        assertThat(store.replace("a", old, PARTS))
                .as("a change of what is gone")
                .isEmpty();
        assertThat(put("a")).isTrue();
        assertThat(store.read("a", SessionStore.State.NONE).version()).isGreaterThan(old.version());
    }

    @Test
    void aDeletedSessionMakesRoom() {
        put("a");
        put("b");
        store.delete("a");

        assertThat(put("c")).isTrue();
    }

    @Test
    void boundsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionStore.inMemory(0, DAY))
                .withMessage("sessions must be at least 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionStore.inMemory(1, Duration.ZERO))
                .withMessage("idle must be positive, was PT0S");
    }

    @Test
    void whatMustStayOutlivesItsSession() {
        ObjectNode open =
                JsonNodeFactory.instance.objectNode().put("tool", "read").put("turn", "t");
        open.putArray("labels").add("untrusted");
        store.replace(
                "a",
                SessionStore.State.NONE,
                Map.of("begun/1", open, "begun/2", PARTS.get("part"), "flow/parent", PARTS.get("part")));
        clock.pass(DAY);

        SessionStore.State left = store.read("a", SessionStore.State.NONE);

        assertThat(left.parts()).containsOnlyKeys("begun/1", "flow/parent");
        assertThat(left.parts().get("begun/1").toString()).isEqualTo("{\"labels\":[\"untrusted\"],\"turn\":\"t\"}");
        assertThat(store.replace("a", left, Map.of("flow/label/x", open))).isPresent();
        assertThat(store.deleteUnchanged(clock.instant().plusSeconds(1), 9)).isEqualTo(1);
        assertThat(store.read("a", left).parts()).containsOnlyKeys("flow/label/x");
        assertThat(store.deleteUnchanged(clock.instant().plusSeconds(1), 9)).isZero();
    }

    @Test
    void aSessionThatBeginsAgainIsNeverReadAsNew() throws Exception {
        SessionStore brief = new MemorySessionStore(9, Duration.ofNanos(1), Clock.systemUTC());
        Map<String, JsonNode> labelled = Map.of("flow/label/x", IntNode.valueOf(1));
        brief.replace("a", SessionStore.State.NONE, labelled);
        AtomicBoolean lost = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 20_000; round++) {
                    SessionStore.State now = brief.read("a", SessionStore.State.NONE);
                    lost.compareAndSet(false, now.parts().isEmpty());
                    brief.replace("a", now, labelled);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(lost).isFalse();
    }

    @Test
    void aSessionStaysForTheLongestTimeThatCounts() {
        put("a");
        clock.pass(Duration.ofHours(23));
        store.keepUnused(DAY.multipliedBy(3));
        store.keepUnused(DAY.multipliedBy(2));
        clock.pass(Duration.ofHours(48));
        assertThat(has("a")).isTrue();
        clock.pass(DAY.multipliedBy(3));
        assertThat(has("a")).isFalse();
    }
}
