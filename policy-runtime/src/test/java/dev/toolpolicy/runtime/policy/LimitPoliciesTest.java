package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Quotas and rates. */
class LimitPoliciesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();

    private PolicyRegistry session(ToolPolicy... policies) {
        PolicyRegistry registry =
                new PolicyRegistry("s", SessionSettings.inMemory().withClock(clock));
        for (ToolPolicy policy : policies) {
            registry.register(policy);
        }
        return registry;
    }

    private static JsonNode state(PolicyRegistry session, String policy) {
        return session.context().state(policy).orElseGet(MissingNode::getInstance);
    }

    @Test
    void aQuotaIsUsedUpBySuccesses() {
        PolicyRegistry session = session(LimitPolicy.quota(2, "deploy"));

        assertThat(run(session, call("deploy"))).isTrue();
        Sessions.recordFailure(session, Sessions.check(session, call("deploy")));
        assertThat(run(session, call("deploy"))).isTrue();
        assertThat(reason(session, call("deploy"))).isEqualTo("deploy has used its quota of 2 calls in this session.");
        assertThat(run(session, call("other"))).isTrue();
        assertThat(state(session, "quota").toString()).isEqualTo("{\"all\":{\"deploy\":{\"done\":2}}}");
    }

    @Test
    void aPreviewUsesNothing() {
        PolicyRegistry session = session(LimitPolicy.quota(1, "deploy"));
        for (int i = 0; i < 5; i++) {
            session.preview(call("deploy"), true);
        }

        assertThat(run(session, call("deploy"))).isTrue();
        assertThat(LimitPolicy.quota(1).needs("deploy")).isEqualTo(ToolPolicy.ArgumentNeeds.none());
    }

    @Test
    void keysAreCountedApartAndCallsWithoutOneTogether() {
        PolicyRegistry session = session(LimitPolicy.quota(1, "mail").perKey(CallKey.at("/to")));

        assertThat(run(session, call("mail", "{'to':'a'}"))).isTrue();
        assertThat(run(session, call("mail", "{'to':'b'}"))).isTrue();
        assertThat(reason(session, call("mail", "{'to':'a'}")))
                .isEqualTo("mail with key \"a\" has used its quota of 1 call in this session.");
        assertThat(run(session, call("mail"))).isTrue();
        assertThat(run(session, call("mail", "{'to':null}")))
                .as("no way around by leaving the key out")
                .isFalse();
    }

    /** An element without a key would otherwise run with each new key. */
    @Test
    void anElementWithoutTheKeyCountsAsACallWithoutIt() {
        PolicyRegistry session = session(LimitPolicy.quota(1, "mail").perKey(CallKey.at("/mails/to")));
        Sessions.recordFailure(session, Sessions.check(session, call("mail", "{'mails':[{'to':'a'},{}]}")));
        assertThat(run(session, call("mail", "{'mails':[{'to':'a'},{}]}"))).isTrue();
        assertThat(run(session, call("mail", "{'mails':[{'to':'b'},{'to':null}]}")))
                .isFalse();
        assertThat(run(session, call("mail"))).isFalse();
        assertThat(run(session, call("mail", "{'mails':[{'to':'b'}]}"))).isTrue();
    }

    @Test
    void ofCallsThatFailNothingIsRememberedByKeyEither() {
        CallKey key = CallKey.at("/to/name");
        PolicyRegistry session = session(
                LimitPolicy.quota(1, "mail").perKey(key),
                LimitPolicy.rate(1, MINUTE, "mail").perKey(key));
        Sessions.recordFailure(session, Sessions.check(session, call("mail", "{'to':[{'name':'a'},{'name':'b'}]}")));
        assertThat(state(session, "quota")).isEmpty();
        assertThat(state(session, "rate").has("by")).isFalse();
        assertThat(run(session, call("mail", "{'to':[{'name':'a'},{'name':'c'}]}")))
                .isTrue();
        Sessions.recordFailure(session, Sessions.check(session, call("mail", "{'to':[{'name':'b'}]}")));
        assertThat(state(session, "quota").at("/by/~1to~1name/keys").toString())
                .isEqualTo("{\"a\":{\"mail\":{\"done\":1}},\"c\":{\"mail\":{\"done\":1}}}");
    }

    @Test
    void case35AOneShotIsGivenOnceAndComesBackWhenItFails() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 200; round++) {
                PolicyRegistry session = session(LimitPolicy.quota(1, "deploy"));
                CyclicBarrier barrier = new CyclicBarrier(4);
                List<Future<CheckedCall>> checks = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    checks.add(threads.submit(() -> {
                        barrier.await();
                        return Sessions.check(session, call("deploy"));
                    }));
                }
                CheckedCall begun = null;
                int allowed = 0;
                for (Future<CheckedCall> each : checks) {
                    if (each.get().denial().isEmpty()) {
                        begun = each.get();
                        allowed++;
                    }
                }
                assertThat(allowed).as("round %d", round).isEqualTo(1);
                Sessions.recordFailure(session, begun);
                assertThat(run(session, call("deploy"))).isTrue();
                assertThat(run(session, call("deploy"))).isFalse();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void case40AFailingCallTakesBackOnlyItsOwn() {
        for (ToolPolicy policy : List.of(LimitPolicy.quota(2, "t"), LimitPolicy.rate(2, MINUTE, "t"))) {
            PolicyRegistry session = session(policy);
            CheckedCall first = Sessions.check(session, call("t"));
            CheckedCall second = Sessions.check(session, call("t"));
            assertThat(run(session, call("t"))).isFalse();
            Sessions.recordFailure(session, first);
            assertThat(run(session, call("t"))).isTrue();
            assertThat(run(session, call("t"))).isFalse();
            Sessions.recordSuccess(session, second, NullNode.getInstance());
            assertThat(run(session, call("t"))).isFalse();
        }
    }

    @Test
    void anOutcomeFromBeforeAResetTakesNothingBack() {
        for (ToolPolicy policy : List.of(LimitPolicy.quota(1, "t"), LimitPolicy.rate(1, MINUTE, "t"))) {
            PolicyRegistry session = session(policy);
            CheckedCall old = Sessions.check(session, call("t"));
            session.reset(policy.name());
            clock.pass(Duration.ofMillis(1));
            CheckedCall young = Sessions.check(session, call("t"));
            assertThat(young.denial()).isEmpty();
            Sessions.recordFailure(session, old);

            assertThat(run(session, call("t"))).as(policy.name()).isFalse();
        }
    }

    @Test
    void aNodeThatDiedLeavesItsReservationSpent() {
        PolicyRegistry session = session(LimitPolicy.quota(1, "t"));
        Sessions.check(session, call("t"));

        assertThat(run(session, call("t"))).isFalse();
    }

    @Test
    void case51AQuotaOutlastsARollbackUnlessItFollows() {
        for (boolean follows : List.of(false, true)) {
            for (boolean rate : List.of(false, true)) {
                ToolPolicy policy = rate ? rate(follows) : quota(follows);
                PolicyRegistry session = session(policy, Policies.allOf("both", quotaNamed(follows)));
                PolicySnapshot turn = session.snapshot();
                run(session, call("t"));
                run(session, call("t"));
                session.rollBack(turn);
                assertThat(run(session, call("t")))
                        .as("follows %s, rate %s", follows, rate)
                        .isEqualTo(follows);
                session.restore(turn);
                assertThat(run(session, call("t")))
                        .as("a restore puts all back")
                        .isTrue();
            }
        }
    }

    private static ToolPolicy quota(boolean follows) {
        return follows ? LimitPolicy.quota(2, "t").followingRollbacks() : LimitPolicy.quota(2, "t");
    }

    private static ToolPolicy quotaNamed(boolean follows) {
        return follows ? LimitPolicy.quota(2, "t").named("inner").followingRollbacks() : LimitPolicy.quota(9, "t");
    }

    private static ToolPolicy rate(boolean follows) {
        return follows ? LimitPolicy.rate(2, MINUTE, "t").followingRollbacks() : LimitPolicy.rate(2, MINUTE, "t");
    }

    @Test
    void theRollbackOfACompositionIsThatOfEachPart() {
        PolicyRegistry session = session(Policies.allOf(
                "both", LimitPolicy.quota(2, "b"), Policies.sequential(java.util.Map.of("b", List.of("a")))));
        PolicySnapshot turn = session.snapshot();
        run(session, call("a"));
        run(session, call("b"));
        session.rollBack(turn);

        assertThat(reason(session, call("b"))).isEqualTo("b can run only after a has succeeded in this session.");
        run(session, call("a"));
        assertThat(run(session, call("b"))).isTrue();
        assertThat(reason(session, call("b"))).contains("quota");
    }

    @Test
    void aRateCountsWithinItsWindow() {
        PolicyRegistry session = session(LimitPolicy.rate(2, MINUTE, "t"));
        run(session, call("t"));
        clock.pass(Duration.ofSeconds(40));
        run(session, call("t"));

        assertThat(reason(session, call("t")))
                .isEqualTo("t can run 2 times in 1 minute. It can run again at 2026-01-01T00:01:00Z.");
        clock.pass(Duration.ofSeconds(19));
        assertThat(run(session, call("t"))).isFalse();
        clock.pass(Duration.ofSeconds(1));
        assertThat(run(session, call("t"))).isTrue();
        assertThat(run(session, call("t"))).isFalse();
    }

    @Test
    void aClockThatGoesBackEnlargesNothing() {
        PolicyRegistry session = session(LimitPolicy.rate(2, MINUTE, "t"));
        run(session, call("t"));
        run(session, call("t"));
        clock.pass(Duration.ofHours(-1));
        assertThat(run(session, call("t"))).isFalse();
        clock.pass(Duration.ofHours(25));
        assertThat(run(session, call("t"))).isTrue();
        clock.pass(Duration.ofHours(-24));
        assertThat(run(session, call("t"))).as("the second of the later minute").isTrue();
        assertThat(run(session, call("t"))).isFalse();
        clock.pass(Duration.ofHours(23));
        assertThat(run(session, call("t"))).isFalse();
        clock.pass(Duration.ofMinutes(62));
        assertThat(run(session, call("t"))).isTrue();
    }

    /**
     * Against the plainest reading: the times of all calls that didn't fail, as a clock that never goes back tells
     * them.
     */
    @Test
    void aRateFollowsTheRuleAndRemembersNoMoreThanAWindow() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            PolicyRegistry session = session(LimitPolicy.rate(3, MINUTE, "t"));
            List<java.time.Instant> counted = new ArrayList<>();
            java.time.Instant latest = java.time.Instant.MIN;
            for (int step = 0; step < 60; step++) {
                clock.pass(Duration.ofSeconds(random.nextInt(40) - 8).plusNanos(random.nextInt(1_000_000)));
                java.time.Instant now = clock.instant().isAfter(latest) ? clock.instant() : latest;
                boolean expected = counted.stream()
                                .filter(at -> at.isAfter(now.minus(MINUTE)))
                                .count()
                        < 3;
                CheckedCall checked = Sessions.check(session, call("t"));
                assertThat(checked.denial().isEmpty())
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(expected);
                if (expected) {
                    latest = now;
                    if (random.nextInt(3) == 0) {
                        Sessions.recordFailure(session, checked);
                    } else {
                        Sessions.recordSuccess(session, checked, NullNode.getInstance());
                        counted.add(now);
                    }
                }
                assertThat(state(session, "rate").path("all").size()).isLessThanOrEqualTo(3);
            }
        }
    }

    @Test
    void parallelCallsNeverExceed() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 100; round++) {
                PolicyRegistry session = session(LimitPolicy.quota(5), LimitPolicy.rate(6, MINUTE));
                CyclicBarrier barrier = new CyclicBarrier(8);
                List<Future<Boolean>> runs = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    ToolCall call = call("t" + i);
                    runs.add(threads.submit(() -> {
                        barrier.await();
                        return run(session, call);
                    }));
                }
                int ran = 0;
                for (Future<Boolean> each : runs) {
                    ran += each.get() ? 1 : 0;
                }
                assertThat(ran).as("round %d", round).isEqualTo(5);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThatThrownBy(() -> LimitPolicy.quota(0)).hasMessage("policy \"quota\": calls must be at least 1, was 0");
        assertThatThrownBy(() -> LimitPolicy.rate(1, Duration.ZERO))
                .hasMessage("policy \"rate\": window must be positive, was PT0S");
        assertThatThrownBy(() -> LimitPolicy.quota(1, "")).hasMessage("tool name must not be empty");
        assertThatThrownBy(() -> LimitPolicy.rate(1, MINUTE).named("")).hasMessage("policy name must not be empty");
    }
}
