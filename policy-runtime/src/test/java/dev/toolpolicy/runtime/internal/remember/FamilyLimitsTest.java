package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limits of a session, which count the calls of its sub-agents too. */
class FamilyLimitsTest extends FactLimitSample {
    private static final ToolCall PAY = Sessions.call("pay", "{'amount':2}");

    /** Opens a session on another node, or a new child of a session. */
    private PolicyRegistry child(String id, PolicyRegistry parent, CallLimit... limits) {
        PolicyRegistry child = session(id, limits);
        child.flows().beginIn(parent.flows());
        return child;
    }

    @Test
    void theCallsOfChildrenCountInTheirParent() {
        CallLimit two = CallLimit.calls(2);
        PolicyRegistry parent = session("p", two);
        assertThat(Sessions.run(parent, PAY)).isTrue();
        assertThat(Sessions.run(child("c", parent, two), PAY)).isTrue();
        assertThat(Sessions.reason(parent, PAY)).isEqualTo("pay can run 2 times in this session.");
        assertThat(Sessions.reason(child("d", parent, two), PAY))
                .isEqualTo("pay can run 2 times in this session. This session's calls count in the session that began"
                        + " it.");
        assertThat(Sessions.reason(session("c", two), PAY))
                .as("opened by its id")
                .contains("count in the session");
    }

    @Test
    void aParentsCallsDoNotCountInItsChildren() {
        CallLimit two = CallLimit.calls(2);
        PolicyRegistry parent = session("p", CallLimit.calls(9));
        PolicyRegistry child = child("c", parent, two);
        assertThat(Sessions.run(parent, PAY)).isTrue();
        assertThat(Sessions.run(child, PAY)).isTrue();
        assertThat(Sessions.run(child, PAY)).isTrue();
        assertThat(Sessions.run(child, PAY)).isFalse();
    }

    @Test
    void aParentsLimitsCountCallsOfAnEngineWithoutLimits() {
        PolicyRegistry parent = session("p", CallLimit.calls(2));
        PolicyRegistry child = child("c", parent);
        Sessions.recordNoEffect(child, Sessions.check(child, PAY));
        assertThat(Sessions.run(child, PAY)).isTrue();
        assertThat(Sessions.run(child("d", child), PAY)).isTrue();
        assertThat(child.preview(PAY, true).denial()).isPresent();
        assertThat(Sessions.run(child, PAY)).isFalse();
    }

    @Test
    void aPreviewDeniesWhatTheCheckDenies() {
        CallLimit one = CallLimit.calls(1);
        PolicyRegistry parent = session("p", one);
        PolicyRegistry child = child("c", parent, one);
        assertThat(child.preview(PAY, false)).isEqualTo(PolicyPreview.WAITING);
        assertThat(child.preview(PAY, true).denial()).isEmpty();
        assertThat(child.explain(PAY))
                .allSatisfy((name, decision) -> assertThat(decision.isAllowed()).isTrue());
        assertThat(Sessions.run(parent, PAY)).isTrue();
        assertThat(child.preview(PAY, true).denial())
                .isEqualTo(Sessions.check(child, PAY).denial())
                .isPresent();
        assertThat(child.explain(PAY))
                .allSatisfy((name, decision) -> assertThat(decision.isAllowed()).isFalse());
    }

    @Test
    void aCallThatTheChildDeniesIsTakenBackAndIsNoFailure() {
        CallLimit[] limits = {CallLimit.calls(2), CallLimit.failures(1, Duration.ofHours(1))};
        PolicyRegistry parent = session("p", limits);
        PolicyRegistry child = child("c", parent, limits);
        child.register(LimitPolicy.quota(1, "pay"));
        assertThat(Sessions.run(child, PAY)).isTrue();
        assertThat(Sessions.check(child, PAY).denial().orElseThrow().policy()).isEqualTo("quota");
        assertThat(Sessions.check(child, PAY).denial().orElseThrow().policy()).isEqualTo("quota");
        assertThat(Sessions.run(parent, PAY)).isTrue();
        assertThat(Sessions.run(parent, PAY)).isFalse();
    }

    @Test
    void aCallThatAnAncestorDeniesIsTakenBackInTheOthers() {
        CallLimit one = CallLimit.calls(1);
        PolicyRegistry root = session("r", one);
        PolicyRegistry parent = child("p", root, CallLimit.calls(2));
        PolicyRegistry child = child("c", parent, CallLimit.calls(2));
        PolicyRegistry other = child("o", root, CallLimit.calls(2));
        CheckedCall first = Sessions.check(other, PAY);
        assertThat(Sessions.check(child, PAY).denial()).isPresent();
        assertThat(Sessions.check(child, PAY).denial()).isPresent();
        Sessions.recordNoEffect(other, first);
        assertThat(Sessions.run(child, PAY)).isTrue();
        assertThat(store.find("begun/", "begun/", false, 10)).as("open calls").isEmpty();
    }

    @Test
    void aStoreThatFailsDenies() {
        patience = Duration.ofMillis(20);
        PolicyRegistry parent = session("p", CallLimit.calls(1));
        PolicyRegistry child = child("c", parent, CallLimit.calls(1));
        store.down = true;
        assertThat(Sessions.check(child, PAY).denial()).isPresent();
        store.down = false;
        assertThat(Sessions.check(child, PAY).denial()).isEmpty();
        assertThat(Sessions.check(parent, PAY).denial()).isPresent();
    }

    /** A write that fails once, before or after it is done, changes no count: it is tried again. */
    @Test
    void aWriteThatFailsOnceCountsOnce() {
        int failed = 0;
        for (int write = 0; write < 16; write++) {
            for (boolean done : List.of(false, true)) {
                PolicyRegistry root = session("r" + write + done, CallLimit.calls(2));
                PolicyRegistry parent = child("p" + write + done, root, CallLimit.calls(2));
                PolicyRegistry child = child("c" + write + done, parent, CallLimit.calls(2));
                int planned = store.writes.get() + write;
                store.failsAfter = done ? planned : -1;
                store.failsBefore = done ? -1 : planned;
                Sessions.recordNoEffect(child, Sessions.check(child, PAY));
                assertThat(Sessions.run(child, PAY)).isTrue();
                failed += store.writes.get() > planned ? 1 : 0;
                store.failsAfter = -1;
                store.failsBefore = -1;
                assertThat(Sessions.run(root, PAY)).isTrue();
                assertThat(Sessions.run(root, PAY)).isFalse();
            }
        }
        assertThat(failed).as("the writes of both calls").isBetween(20, 31);
    }

    @Test
    void subAgentsShareTheLimitsOfTheirSession() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", ToolSchema.of())
                        .withRun(RuleList.always(Mode.ALLOW))
                        .withLimits(CallLimit.calls(2)))))
                .build();
        for (PolicySession parent : List.of(engine.newSession(), engine.session("p"))) {
            PolicySession child = engine.session("child of " + parent.id(), parent);
            assertThat(child.guard("1", "pay", "{}").begin()).isEmpty();
            assertThat(parent.guard("2", "pay", "{}").begin()).isEmpty();
            assertThat(child.guard("3", "pay", "{}").begin()).isPresent();
            assertThat(engine.session("another", parent).guard("4", "pay", "{}").begin())
                    .isPresent();
            engine.session("another").policies().clear();
        }
    }

    @Test
    void aSubAgentOfAnEngineWithoutLimitsHasThoseOfItsParent() {
        DeclaredTool pay = DeclaredTool.of("pay", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW));
        PolicyEngine with = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(pay.withLimits(CallLimit.calls(2)))))
                .build();
        PolicyEngine without =
                PolicyEngine.builder().tools(ToolCatalog.of(List.of(pay))).build();
        PolicySession child = without.session("c", with.session("p"));
        assertThat(child.guard("1", "pay", "{}").begin()).isEmpty();
        assertThat(child.guard("2", "pay", "{}").begin()).isEmpty();
        assertThat(child.guard("3", "pay", "{}").begin()).isPresent();
        assertThat(without.session("other").guard("4", "pay", "{}").begin()).isEmpty();
    }

    /** The parent's model doesn't read what its sub-agent reads until the sub-agent is closed. */
    @Test
    void anOpenCallThatCountsAboveBringsNoLabelThere() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("read", ToolSchema.of())
                        .withRun(RuleList.always(Mode.ALLOW))
                        .withLimits(CallLimit.calls(9)))))
                .results("read", ResultSpec.labelled("untrusted"))
                .build();
        PolicySession parent = engine.session("p");
        PolicySession child = engine.session("c", parent);
        assertThat(child.guard("1", "read", "{}").begin()).isEmpty();
        assertThat(engine.session("d", parent).labels()).isEmpty();
        assertThat(engine.session("e", child).labels()).hasSize(1);
    }

    @Test
    void threadsOfTwoNodesRunExactlyAsManyAsTheLimit() throws InterruptedException {
        CallLimit limit = CallLimit.calls(40);
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        PolicyRegistry root = session("r", limit);
        for (int i = 0; i < 8; i++) {
            PolicyRegistry mine = i == 0 ? root : child("c" + i % 4, session("r", limit), limit);
            threads.add(new Thread(() -> {
                for (int call = 0; call < 20; call++) {
                    ran.addAndGet(Sessions.run(mine, PAY) ? 1 : 0);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ran).hasValue(40);
    }

    /** A family in words: what each session counts. */
    private static final class Model {
        private final Map<String, String> parents = Map.of("p", "r", "q", "r", "c", "p");
        private final Map<String, Integer> calls = new HashMap<>();
        private final Map<String, Integer> sums = new HashMap<>();
        private final Map<String, Integer> row = new HashMap<>();

        List<String> line(String session) {
            List<String> line = new ArrayList<>();
            for (String each = session; each != null; each = parents.get(each)) {
                line.add(each);
            }
            return line;
        }

        boolean allows(String session, int amount, int most, int total, int failures) {
            return line(session).stream()
                    .allMatch(each -> calls.getOrDefault(each, 0) < most
                            && sums.getOrDefault(each, 0) + amount <= total
                            && row.getOrDefault(each, 0) < failures);
        }

        void ran(String session, int amount, String outcome) {
            for (String each : line(session)) {
                if (!outcome.equals("no effect")) {
                    calls.merge(each, 1, Integer::sum);
                    sums.merge(each, amount, Integer::sum);
                }
                if (outcome.equals("success")) {
                    row.remove(each);
                } else if (!outcome.equals("unknown")) {
                    row.merge(each, 1, Integer::sum);
                }
            }
        }
    }

    @Test
    void randomFamiliesCountAsTheModelSays() {
        long seed = Long.getLong("toolpolicy.seed", 13);
        Random random = new Random(seed);
        int denied = 0;
        for (int round = 0; round < 60; round++) {
            store.find("", "", false, 1_000).forEach(part -> store.delete(part.session()));
            int most = 2 + random.nextInt(8);
            int total = 5 + random.nextInt(30);
            int failures = 2 + random.nextInt(3);
            CallLimit[] limits = {
                CallLimit.calls(most),
                CallLimit.total(String.valueOf(total), "/amount"),
                CallLimit.failures(failures, Duration.ofHours(1))
            };
            Model model = new Model();
            PolicyRegistry root = session("r", limits);
            PolicyRegistry parent = child("p", root, limits);
            child("q", root, limits);
            child("c", parent, limits);
            for (int i = 0; i < 30; i++) {
                String id = List.of("r", "p", "q", "c").get(random.nextInt(4));
                int amount = random.nextInt(5);
                ToolCall call = Sessions.call("pay", "{'amount':" + amount + "}");
                PolicyRegistry session = session(id, limits);
                CheckedCall checked = Sessions.check(session, call);
                boolean allowed = model.allows(id, amount, most, total, failures);
                assertThat(checked.denial().isEmpty())
                        .as("seed %s, round %s, call %s of %s", seed, round, i, id)
                        .isEqualTo(allowed);
                denied += allowed ? 0 : 1;
                if (allowed) {
                    String outcome = List.of("success", "failure", "no effect", "unknown")
                            .get(random.nextInt(4));
                    end(random.nextBoolean(), session, session(id, limits), checked, outcome);
                    model.ran(id, amount, outcome);
                }
            }
        }
        assertThat(denied).isPositive();
    }

    private static void end(
            boolean elsewhere, PolicyRegistry session, PolicyRegistry other, CheckedCall checked, String outcome) {
        ToolResult result = switch (outcome) {
            case "success" -> ToolResult.success(NullNode.getInstance());
            case "failure" -> ToolResult.failure("");
            case "no effect" -> ToolResult.failureWithoutEffect("");
            default -> null;
        };
        if (elsewhere) {
            Sessions.recordOutcome(other, Sessions.handOver(session, checked), result);
        } else if (result == null) {
            Sessions.recordUnknown(session, checked);
        } else if (result.isSuccess()) {
            Sessions.recordSuccess(session, checked, NullNode.getInstance());
        } else if (result.hadNoEffect()) {
            Sessions.recordNoEffect(session, checked);
        } else {
            Sessions.recordFailure(session, checked);
        }
    }
}
