package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.runtime.store.SessionStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of every session store while many threads change one session. */
abstract class SessionStoreRaces {
    static final int THREADS = 8;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    /** Stores of the same sessions, each as another process has it; empty before each test. */
    abstract List<SessionStore> nodes();

    int rounds() {
        return Integer.getInteger("toolpolicy.rounds", 100);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private SessionStore node(int i) {
        return nodes().get(i % nodes().size());
    }

    @Test
    void nothingIsLost() throws Exception {
        int rounds = rounds();
        together(i -> {
            for (int round = 0; round < rounds; round++) {
                increment(node(i), "s", "count", "of" + i);
            }
            return i;
        });

        SessionStore.State end = node(0).read("s", SessionStore.State.NONE);
        assertThat(end.parts().get("count").intValue()).isEqualTo(THREADS * rounds);
        for (int i = 0; i < THREADS; i++) {
            assertThat(end.parts().get("of" + i).intValue()).isEqualTo(rounds);
        }
    }

    private static void increment(SessionStore store, String session, String... names) {
        SessionStore.State known = SessionStore.State.NONE;
        while (true) {
            known = store.read(session, known);
            Map<String, JsonNode> parts = new LinkedHashMap<>(known.parts());
            for (String name : names) {
                JsonNode before = parts.get(name);
                parts.put(name, IntNode.valueOf(before == null ? 1 : before.intValue() + 1));
            }
            if (store.replace(session, known, parts).isPresent()) {
                return;
            }
        }
    }

    @Test
    void oneOfManyBeginsASession() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        for (int round = 0; round < rounds() / 5; round++) {
            String session = "begins" + round;
            List<Optional<SessionStore.State>> begun = together(i -> {
                barrier.await();
                return node(i).replace(session, SessionStore.State.NONE, Map.of("by", IntNode.valueOf(i)));
            });

            assertThat(begun.stream().filter(Optional::isPresent)).as(session).hasSize(1);
            SessionStore.State winner =
                    begun.stream().flatMap(Optional::stream).findFirst().orElseThrow();
            assertThat(node(0).read(session, SessionStore.State.NONE)).isEqualTo(winner);
        }
    }

    @Test
    void oneOfManyChangesASession() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        SessionStore.State before =
                node(0).replace("s", SessionStore.State.NONE, Map.of()).orElseThrow();
        for (int round = 0; round < rounds() / 5; round++) {
            SessionStore.State known = before;
            List<Optional<SessionStore.State>> changed = together(i -> {
                barrier.await();
                return node(i).replace("s", known, Map.of("by", IntNode.valueOf(i)));
            });

            assertThat(changed.stream().filter(Optional::isPresent))
                    .as("round %d", round)
                    .hasSize(1);
            before = changed.stream().flatMap(Optional::stream).findFirst().orElseThrow();
            assertThat(node(1).read("s", known)).isEqualTo(before);
        }
    }

    /** Parts that are always changed together, come and go together, are never seen apart. */
    @Test
    void readsSeeOneMoment() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        int rounds = rounds();
        together(i -> {
            if (i < 2) {
                for (int round = 0; round < rounds; round++) {
                    changeAll(node(i), round);
                }
                over.set(true);
            }
            SessionStore.State known = SessionStore.State.NONE;
            while (!over.get()) {
                known = node(i).read("s", i % 2 == 0 ? known : SessionStore.State.NONE);
                assertThat(known.parts().values().stream().distinct().count())
                        .as("%s", known)
                        .isLessThanOrEqualTo(1);
                if (!known.parts().isEmpty()) {
                    assertThat(known.parts()).hasSize(known.parts().get("a").intValue() % 2 == 0 ? 4 : 2);
                }
            }
            return i;
        });
    }

    private static void changeAll(SessionStore store, int round) {
        while (true) {
            SessionStore.State before = store.read("s", SessionStore.State.NONE);
            JsonNode value = JsonNodeFactory.instance.numberNode(round);
            Map<String, JsonNode> parts = round % 2 == 0
                    ? Map.of("a", value, "b", value, "c", value, "d", value)
                    : Map.of("a", value, "d", value);
            if (store.replace("s", before, parts).isPresent()) {
                return;
            }
        }
    }

    @Test
    void deletionsAndChangesComeOneAfterTheOther() throws Exception {
        int rounds = rounds() / 5;
        together(i -> {
            for (int round = 0; round < rounds; round++) {
                if (i == 0) {
                    node(i).delete("s");
                } else {
                    increment(node(i), "s", "one", "two");
                }
            }
            return i;
        });

        node(0).delete("s");
        increment(node(1), "s", "one", "two");
        assertThat(node(2).read("s", SessionStore.State.NONE).parts()).hasToString("{one=1, two=1}");
    }

    private interface Task<T> {
        T of(int thread) throws Exception;
    }

    private <T> List<T> together(Task<T> task) throws Exception {
        List<T> results = new ArrayList<>();
        List<Callable<T>> tasks = IntStream.range(0, THREADS)
                .<Callable<T>>mapToObj(i -> () -> task.of(i))
                .toList();
        for (Future<T> future : threads.invokeAll(tasks)) {
            results.add(future.get());
        }
        return results;
    }
}
