package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PolicyRegistryConcurrencyTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 200;
    private final ExecutorService threads = threads();
    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);

    ExecutorService threads() {
        return Executors.newFixedThreadPool(THREADS);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void successesAtOnceAreAllRemembered() throws Exception {
        List<String> tools =
                IntStream.range(0, THREADS).mapToObj(i -> "tool" + i).toList();
        ToolPolicy all = Policies.sequential(Map.of("deploy", tools));
        for (int round = 0; round < ROUNDS; round++) {
            Scripted counter = new Scripted("counter");
            AtomicReference<JsonNode> seen = new AtomicReference<>();
            counter.answer = state -> {
                seen.set(state);
                return PolicyDecision.allow();
            };
            PolicyRegistry session = session(counter, all);

            together(tools.stream()
                    .<Callable<Boolean>>map(tool -> () -> {
                        CheckedCall checked = Sessions.check(session, call(tool));
                        barrier.await();
                        Sessions.recordSuccess(session, checked, NullNode.getInstance());
                        return true;
                    })
                    .toList());

            assertThat(allows(session, call("deploy"))).as("round %d", round).isTrue();
            assertThat(seen.get().intValue()).as("records in round %d", round).isEqualTo(THREADS);
        }
    }

    @Test
    void keysAtOnceAreAllRemembered() throws Exception {
        ToolPolicy policy =
                Policies.keyed(KeyedDependency.of("write", CallKey.at("/path")).after("read"));
        for (int round = 0; round < ROUNDS; round++) {
            PolicyRegistry session = session(policy);

            together(IntStream.range(0, THREADS)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        barrier.await();
                        return Sessions.run(session, call("read", "{'path':'" + i + "'}"));
                    })
                    .toList());

            for (int i = 0; i < THREADS; i++) {
                assertThat(allows(session, call("write", "{'path':'" + i + "'}")))
                        .as("round %d", round)
                        .isTrue();
            }
        }
    }

    @Test
    void aNameIsGivenOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            PolicyRegistry session = session();

            List<Boolean> registered = together(IntStream.range(0, THREADS)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        barrier.await();
                        try {
                            session.register(new Scripted("same"));
                            return true;
                        } catch (IllegalArgumentException taken) {
                            return false;
                        }
                    })
                    .toList());

            assertThat(registered).as("round %d", round).containsOnlyOnce(true);
            assertThat(session.policiesFor("x")).hasSize(1);
        }
    }

    /** Two calls at once: one runs; if it fails, its reservation is free again, and no other one. */
    @Test
    void aOneShotIsGivenToOneOfManyAtOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            PolicyRegistry session = session(new OneShot());

            List<CheckedCall> checked = together(IntStream.range(0, THREADS)
                    .<Callable<CheckedCall>>mapToObj(i -> () -> {
                        barrier.await();
                        return Sessions.check(session, call("x"));
                    })
                    .toList());

            List<CheckedCall> allowed =
                    checked.stream().filter(each -> each.denial().isEmpty()).toList();
            assertThat(allowed).as("round %d", round).hasSize(1);
            Sessions.recordFailure(session, allowed.get(0));
            assertThat(allows(session, call("x"))).as("round %d", round).isTrue();
        }
    }

    @Test
    void failuresAtOnceTakeBackTheirOwn() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Counting counting = new Counting();
            PolicyRegistry session = session(counting);

            together(IntStream.range(0, THREADS)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        CheckedCall checked = Sessions.check(session, call("x"));
                        barrier.await();
                        if (i % 2 == 0) {
                            Sessions.recordFailure(session, checked);
                        } else {
                            Sessions.recordSuccess(session, checked, NullNode.getInstance());
                        }
                        return true;
                    })
                    .toList());

            assertThat(session.context().state("counting").orElseThrow().intValue())
                    .as("round %d", round)
                    .isEqualTo(THREADS / 2);
        }
    }

    @Test
    void anApprovalIsSpentByOneOfManyAtOnce() throws Exception {
        SessionStore store = SessionStore.inMemory();
        SessionSettings settings = SessionSettings.inMemory().withStore(store);
        for (int round = 0; round < ROUNDS; round++) {
            String id = "s" + round;
            PolicyRegistry asking = new PolicyRegistry(id, settings);
            Approval asked = Sessions.requested(asking, call("x"), "terms", "no rule", Duration.ofHours(1));
            Answers.approve(asking.approvals(), asked.id(), "operator");

            List<Boolean> ran = together(IntStream.range(0, THREADS)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        PolicyRegistry node = new PolicyRegistry(id, settings);
                        barrier.await();
                        return Sessions.checked(node, call("x"), asked.id(), "terms", "no rule")
                                .denial()
                                .isEmpty();
                    })
                    .toList());

            assertThat(ran).as("round %d", round).containsOnlyOnce(true);
        }
    }

    /** Counts what is reserved, and takes back one for each failure. */
    private static final class Counting extends Scripted {
        private Counting() {
            super("counting");
            onSuccess = state -> state;
        }

        @Override
        public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
            return IntNode.valueOf(state.intValue() + 1);
        }

        @Override
        public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
            return IntNode.valueOf(state.intValue() - 1);
        }
    }

    private <T> List<T> together(List<Callable<T>> tasks) throws Exception {
        List<T> results = new ArrayList<>();
        for (Future<T> future : threads.invokeAll(tasks)) {
            results.add(future.get());
        }
        return results;
    }
}
