package dev.toolpolicy.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The meters of a real registry after real calls. */
class PolicyMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PolicyMetrics metrics = PolicyMetrics.of(registry);

    private PolicyEngineBuilder builder() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.string()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("read", schema)
                        .withRun(RuleList.of(
                                RuleSpec.when(Argument.Text.at("/path").prefix("no/"), Mode.DENY),
                                RuleSpec.when(Argument.Text.at("/path").prefix("ask/"), Mode.ASK),
                                RuleSpec.otherwise(Mode.ALLOW))))))
                .onCall(metrics);
    }

    private static ToolCallOutcome call(PolicySession session, String tool, String path) {
        return session.calls()
                .call("c", tool)
                .append("{\"path\":\"" + path + "\"}")
                .finish();
    }

    private static void run(PolicySession session, String path) {
        call(session, "read", path).approved().orElseThrow().succeeded(IntNode.valueOf(1));
    }

    private double count(String... tags) {
        return registry.get("tool.policy.calls").tags(tags).counter().count();
    }

    @Test
    void decisionsAreCountedByToolVerdictRuleAndPolicy() {
        PolicySession session =
                builder().policies(LimitPolicy.quota(2, "read")).build().session("s");
        run(session, "a");
        run(session, "b");
        call(session, "read", "c");
        call(session, "read", "no/a");
        assertThat(count("tool", "read", "verdict", "ran", "success", "true", "by", "rule", "rule", "3"))
                .isEqualTo(2);
        assertThat(count("tool", "read", "verdict", "denied", "by", "policy", "policy", "quota"))
                .isEqualTo(1);
        assertThat(count("tool", "read", "verdict", "denied", "by", "rule", "rule", "1", "success", "none"))
                .isEqualTo(1);
        assertThat(registry.get("tool.policy.decision")
                        .tags("tool", "read", "asked", "false")
                        .timer()
                        .count())
                .isEqualTo(4);
    }

    @Test
    void inventedNamesAreOneSeries() {
        PolicySession session = builder().build().session("s");
        for (int i = 0; i < 100; i++) {
            call(session, "made up " + i, "a");
            session.calls().call("c", "left " + i).cancel("the user left");
        }
        assertThat(registry.find("tool.policy.calls").meters()).hasSize(2);
        assertThat(registry.find("tool.policy.decision").meters()).hasSize(1);
        assertThat(registry.getMeters())
                .allMatch(meter -> PolicyMetrics.OTHER_TOOL.equals(meter.getId().getTag("tool")));
        assertThat(count("verdict", "invalid")).isEqualTo(100);
        assertThat(count("verdict", "declined")).isEqualTo(100);
    }

    @Test
    void noMeterHoldsAnArgument() {
        PolicySession session = builder().build().session("user-42");
        call(session, "read", "no/hunter2");
        call(session, "read", "ask/hunter2");
        session.calls().call("c", "read").append("{\"path\":{\"hunter2\":1}}").finish();
        assertThat(registry.getMeters())
                .isNotEmpty()
                .noneMatch(meter -> meter.getId().toString().contains("hunter2"));
        assertThat(registry.getMeters())
                .noneMatch(meter -> meter.getId().toString().contains("user-42"));
    }

    @Test
    void openRequestsAreAGauge() throws Exception {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        CountDownLatch shown = new CountDownLatch(1);
        PolicyEngine engine = builder()
                .permission(request -> {
                    shown.countDown();
                    return answer.thenApply(done -> request.decline("no"));
                })
                .build();
        metrics.watch(engine);
        assertThat(gauge("tool.policy.requests.open")).isZero();
        try (PolicySession session = engine.session("s")) {
            CompletableFuture<ToolCallOutcome> outcome = session.calls()
                    .call("c", "read")
                    .append("{\"path\":\"ask/a\"}")
                    .conclude()
                    .toCompletableFuture();
            assertThat(shown.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(gauge("tool.policy.requests.open")).isEqualTo(1);
            assertThat(engine.openRequests()).isEqualTo(1);
            answer.complete(null);
            outcome.get(20, TimeUnit.SECONDS);
        }
        assertThat(gauge("tool.policy.requests.open")).isZero();
        assertThat(registry.get("tool.policy.decision")
                        .tags("asked", "true")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void storeFailuresAreCounted() {
        SessionStore broken = (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (store, method, given) -> {
                    if (method.getName().equals("isLocal")) {
                        return false;
                    }
                    throw new StoreException("the database is down", null);
                });
        PolicyEngine engine = builder()
                .policies(LimitPolicy.quota(2, "read"))
                .sessions(SessionSettings.inMemory().withStore(broken).withRetryTimeout(Duration.ofMillis(50)))
                .build();
        metrics.watch(engine);
        call(engine.session("s"), "read", "a");
        assertThat(registry.get("tool.policy.store.failures").functionCounter().count())
                .isEqualTo(1);
        assertThat(count("verdict", "denied", "policy", "session_store")).isEqualTo(1);
        assertThat(gauge("tool.policy.policies.degraded")).isZero();
    }

    /** A policy that fails when a call has run. */
    private static final class Broken implements ToolPolicy {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public ToolSelector governs() {
            return ToolSelector.named(List.of("read"));
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }

        @Override
        public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
            throw new IllegalStateException("broken");
        }
    }

    @Test
    void degradedPoliciesAreAGauge() {
        PolicyEngine engine = builder().policies(new Broken()).build();
        metrics.watch(engine);
        run(engine.session("s"), "a");
        assertThat(gauge("tool.policy.policies.degraded")).isEqualTo(1);
        assertThat(engine.degraded()).containsExactly("broken");
        assertThat(engine.storeFailures()).isZero();
    }
}
