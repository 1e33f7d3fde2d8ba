package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limits that count the calls of all sessions in which a fact has one value. */
class FactLimitsTest extends FactLimitSample {
    @Test
    void theCallsOfAllSessionsCountTogether() {
        assertThat(runs(session("a", calls(2)), "'ann'")).isTrue();
        assertThat(runs(session("b", calls(2)), "'ann'")).isTrue();
        assertThat(Sessions.reason(session("c", calls(2)), pay("'ann'")))
                .isEqualTo("pay can run 2 times in 24 hours for the same /user. It can run again at "
                        + clock.instant().plus(DAY) + ".");
        assertThat(runs(session("a", calls(2)), "'bob'")).isTrue();
        clock.pass(DAY);
        assertThat(runs(session("c", calls(2)), "'ann'")).isTrue();
    }

    @Test
    void aPreviewAsksThemAlsoAfterADenialThatTheNewestStateLifts() {
        SessionSettings remote =
                SessionSettings.inMemory().withStore(new FlakyStore()).withClock(clock);
        PolicyRegistry here = new PolicyRegistry("a", remote);
        PolicyRegistry there = new PolicyRegistry("a", remote);
        for (PolicyRegistry each : List.of(here, there)) {
            LimitsPolicy.of("pay", ToolSelector.named(List.of("pay")), List.of(calls(1)))
                    .forEach(each::register);
            each.register(Policies.sequential(Map.of("pay", List.of("login"))));
        }
        assertThat(here.preview(pay("'ann'"), true).denial().orElseThrow().policy())
                .isEqualTo("sequential_dependency");
        assertThat(Sessions.run(there, Sessions.call("login"))).isTrue();
        assertThat(runs(there, "'ann'")).isTrue();
        assertThat(here.preview(pay("'ann'"), true).denial().orElseThrow().policy())
                .isEqualTo("limit:pay:/user");
    }

    @Test
    void valuesCompareExactly() {
        PolicyRegistry session = session("a", calls(1));
        for (String user : List.of("'ann'", "'Ann'", "'ann '", "'1'", "1", "true", "'true'", "''")) {
            assertThat(runs(session, user)).as(user).isTrue();
            assertThat(runs(session, user)).as(user).isFalse();
        }
        assertThat(runs(session, "1.0")).as("the same number").isFalse();
    }

    @Test
    void anUnknownFactDenies() {
        PolicyRegistry session = session("a", calls(1));
        assertThat(Sessions.reason(session, Sessions.call("pay", "{}")))
                .isEqualTo("pay can't run: the fact /user isn't known, and a limit counts by it.");
        for (String user : List.of("null", "['ann']", "{'id':'ann'}")) {
            assertThat(runs(session, user)).as(user).isFalse();
        }
        assertThat(counted()).isZero();
    }

    @Test
    void whatHadNoEffectIsTakenBackOnce() {
        PolicyRegistry session = session("a", calls(1));
        Sessions.recordNoEffect(session, Sessions.check(session, pay("'ann'")));
        assertThat(counted()).isZero();
        Sessions.recordFailure(session, Sessions.check(session, pay("'ann'")));
        assertThat(counted()).isOne();
        assertThat(runs(session("b", calls(1)), "'ann'")).isFalse();
    }

    @Test
    void aCallThatEndsOnAnotherNodeIsTakenBackOnce() {
        PolicyRegistry here = session("a", calls(1));
        String attempt = Sessions.handOver(here, Sessions.check(here, pay("'ann'")));
        PolicyRegistry there = session("a", calls(1));
        Sessions.recordOutcome(there, attempt, ToolResult.failureWithoutEffect("refused"));
        assertThat(counted()).isZero();
        assertThat(runs(there, "'ann'")).isTrue();
        assertThatThrownBy(() -> Sessions.recordOutcome(there, attempt, ToolResult.failureWithoutEffect("refused")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(counted()).isOne();
    }

    @Test
    void aCallThatItsSessionDeniesIsTakenBack() {
        PolicyRegistry session =
                session("a", calls(5), CallLimit.calls(9).per(DAY).by("/team"));
        session.register(LimitPolicy.quota(1, "pay"));
        ToolCall call = Sessions.call("pay", "{}").withFacts(Sessions.object("{'user':'ann','team':'x'}"));
        assertThat(Sessions.check(session, call).denial()).isEmpty();
        assertThat(Sessions.check(session, call).denial().orElseThrow().policy())
                .isEqualTo("quota");
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void theSecondLimitThatDeniesTakesBackTheFirst() {
        PolicyRegistry session =
                session("a", calls(5), CallLimit.calls(1).per(DAY).by("/team"));
        ToolCall call = Sessions.call("pay", "{}").withFacts(Sessions.object("{'user':'ann','team':'x'}"));
        assertThat(Sessions.check(session, call).denial()).isEmpty();
        assertThat(Sessions.check(session, call).denial().orElseThrow().policy())
                .isEqualTo("limit:pay:/team");
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void aStoreThatFailsDeniesAndCountsOnce() {
        patience = Duration.ofMillis(20);
        store.down = true;
        assertThat(runs(session("a", calls(3)), "'ann'")).isFalse();
        store.down = false;
        patience = Duration.ofMinutes(1);
        PolicyRegistry session = session("a", calls(3));
        assertThat(counted()).isZero();
        store.failsAfter = store.writes.get();
        assertThat(runs(session, "'ann'")).as("the store took it after all").isTrue();
        assertThat(counted()).isOne();
        store.failsBefore = store.writes.get();
        assertThat(runs(session, "'ann'")).isTrue();
        assertThat(counted()).isEqualTo(2);
        int taking = store.writes.get();
        CheckedCall last = Sessions.check(session, pay("'ann'"));
        store.failsAfter = store.writes.get();
        Sessions.recordNoEffect(session, last);
        assertThat(taking).isLessThan(store.writes.get());
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void noSessionHasTheIdOfACounter() {
        PolicyRegistry session = session("a", calls(1));
        assertThat(runs(session, "'ann'")).isTrue();
        String counter = store.find("limit", "limit", false, 1).get(0).session();
        for (String id : List.of(counter, counter.toUpperCase(java.util.Locale.ROOT), "limit/", "Limit/x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> session(id)).withMessageContaining("limit/");
        }
        assertThat(runs(session("limit", calls(1)), "'bob'"))
                .as("an id that only looks alike")
                .isTrue();
        session.clear();
        assertThat(runs(session, "'ann'")).as("a cleared session").isFalse();
    }

    @Test
    void sumsCountToo() {
        CallLimit total = CallLimit.total("5", "/amount").per(DAY).by("/user");
        assertThat(runs(session("a", total), "'ann'")).isTrue();
        assertThat(runs(session("b", total), "'ann'")).isTrue();
        assertThat(Sessions.reason(session("c", total), pay("'ann'")))
                .isEqualTo("With this call, the sum of /amount of pay in 24 hours for the same /user would be 6;"
                        + " the limit is 5.");
    }

    @Test
    void onlyTheCallsOfARuleCount() {
        PolicyRegistry session = session("a", calls(1).rule("strangers"));
        assertThat(runs(session, "'ann'")).isTrue();
        assertThat(Sessions.check(session, pay("'ann'").withRules(List.of("friends")))
                        .denial())
                .isEmpty();
        assertThat(Sessions.call("pay", "{}").withRules(List.of("friends")).facts())
                .isEmpty();
        assertThat(Sessions.check(session, Sessions.call("pay", "{}").withRules(List.of("friends")))
                        .denial())
                .as("an unknown fact matters to calls that count")
                .isEmpty();
        assertThat(Sessions.check(session, pay("'ann'").withRules(List.of("strangers")))
                        .denial())
                .isEmpty();
        assertThat(Sessions.check(session, pay("'ann'").withRules(List.of("strangers")))
                        .denial())
                .isPresent();
    }

    @Test
    void aTotalCountsNoAmountThatItDoesNotKnow() {
        assertThat(runs(session("a", calls(100)), "'ann'")).isTrue();
        CallLimit total = CallLimit.total("5", "/amount").per(DAY).by("/user");
        PolicyRegistry session = session("a", calls(100), total);
        assertThat(Sessions.reason(session, pay("'ann'")))
                .isEqualTo("pay can't run now: earlier calls for the same /user were made before /amount was counted.");
        assertThat(runs(session, "'bob'")).isTrue();
        assertThat(runs(session, "'bob'")).isTrue();
        clock.pass(DAY);
        assertThat(runs(session, "'ann'")).isTrue();
    }

    @Test
    void limitsByAFactBelongToAllSessions() {
        PolicyRegistry session = session("a", calls(1));
        assertThat(session.policiesFor("pay")).extracting(ToolPolicy::name).containsExactly("limit:pay:/user");
        assertThat(session.unregister("limit:pay:/user")).isFalse();
        assertThat(session.reset("limit:pay:/user")).isFalse();
        ToolPolicy limit = session.policiesFor("pay").get(0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session.register(limit))
                .withMessage("policy \"limit:pay:/user\" is already registered");
    }

    private static final ToolSchema FACTS = ToolSchema.of(Parameter.optional("user", ParameterType.string()));

    private PolicyEngineBuilder engine(CallLimit... limits) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", ToolSchema.of())
                        .withRun(RuleList.always(Mode.ALLOW))
                        .withLimits(limits))))
                .facts(FACTS);
    }

    @Test
    void aStoreInMemoryIsRefusedUnlessThereIsOneNode() {
        assertThatThrownBy(() -> engine(calls(1)).build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("[toolpolicy/limit-not-shared]");
        PolicyEngine engine = engine(calls(1).onSingleNode()).build();
        Object ann = Sessions.object("{'user':'ann'}");
        assertThat(engine.newSession().withFacts(ann).guard("c", "pay", "{}").begin())
                .isEmpty();
        assertThat(engine.newSession().withFacts(ann).guard("c", "pay", "{}").begin())
                .as("a new session shares this")
                .isPresent();
        engine(calls(1))
                .sessions(SessionSettings.inMemory().withStore(store))
                .build()
                .close();
        assertThatThrownBy(() -> engine(CallLimit.calls(1).per(DAY).by("/team").onSingleNode())
                        .build())
                .hasMessageContaining("limits: [toolpolicy/unknown-pointer] a limit counts by a declared fact that is a"
                        + " text, a number or a boolean, and \"/team\" is none");
    }

    @Test
    void trialsCountEachApart() {
        PolicyEngine engine = engine(calls(1))
                .sessions(SessionSettings.inMemory().withCountsApart())
                .build();
        for (int i = 0; i < 3; i++) {
            PolicySession session = engine.newSession().withFacts(Sessions.object("{'user':'ann'}"));
            assertThat(session.guard("c", "pay", "{}").begin()).isEmpty();
            assertThat(session.guard("d", "pay", "{}").begin()).isPresent();
        }
    }

    @Test
    void noPersonIsAskedAboutACallThatALimitDenies() {
        AtomicInteger asked = new AtomicInteger();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", ToolSchema.of())
                        .withRun(RuleList.always(Mode.ASK))
                        .withLimits(calls(1)))))
                .facts(FACTS)
                .sessions(SessionSettings.inMemory().withStore(store).withClock(clock))
                .permission(request -> {
                    asked.incrementAndGet();
                    return CompletableFuture.completedFuture(request.approve());
                })
                .build();
        Object ann = Sessions.object("{'user':'ann'}");
        assertThat(engine.session("a").withFacts(ann).guard("c", "pay", "{}").begin())
                .isEmpty();
        GuardedCall second = engine.session("b").withFacts(ann).guard("c", "pay", "{}");
        assertThat(second.begin()).isPresent();
        assertThat(asked).hasValue(1);
    }

    @Test
    void threadsOfTwoNodesRunExactlyAsManyAsTheLimit() throws InterruptedException {
        SessionSettings settings = SessionSettings.inMemory().withStore(store).withRetryTimeout(Duration.ofMinutes(1));
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            PolicySession session = engine(calls(50))
                    .sessions(settings)
                    .build()
                    .session("s" + i)
                    .withFacts(Sessions.object("{'user':'ann'}"));
            threads.add(new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    ran.addAndGet(session.guard("c" + j, "pay", "{}").begin().isEmpty() ? 1 : 0);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ran).hasValue(50);
        assertThat(counted()).isEqualTo(50);
    }

    @Test
    void aReplayOfAllSessionsAgrees() throws StoreException {
        long seed = Long.getLong("toolpolicy.seed", 36);
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            store.find("", "", false, 1_000).forEach(part -> store.delete(part.session()));
            int most = 1 + random.nextInt(5);
            CallLimit limit = CallLimit.calls(most).per(Duration.ofMinutes(10)).by("/user");
            Map<String, List<Instant>> ran = new HashMap<>();
            for (int i = 0; i < 60; i++) {
                clock.pass(Duration.ofSeconds(random.nextInt(120)));
                String user = "'u" + random.nextInt(3) + "'";
                PolicyRegistry session = session("s" + random.nextInt(4), limit);
                List<Instant> times = ran.computeIfAbsent(user, none -> new ArrayList<>());
                Instant now = clock.instant();
                long within = times.stream()
                        .filter(time -> time.isAfter(now.minus(Duration.ofMinutes(10))))
                        .count();
                CheckedCall checked = Sessions.check(session, pay(user));
                assertThat(checked.denial().isEmpty())
                        .as("seed %s, round %s, call %s of %s", seed, round, i, user)
                        .isEqualTo(within < most);
                if (checked.denial().isEmpty()) {
                    times.add(now);
                    switch (random.nextInt(3)) {
                        case 0 -> Sessions.recordSuccess(session, checked, NullNode.getInstance());
                        case 1 -> Sessions.recordUnknown(session, checked);
                        default -> {
                            Sessions.recordNoEffect(session, checked);
                            times.remove(now);
                        }
                    }
                }
            }
        }
    }
}
