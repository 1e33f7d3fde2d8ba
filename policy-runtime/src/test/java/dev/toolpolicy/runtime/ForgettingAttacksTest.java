package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Attacks on what a session keeps, forgets and stores. */
class ForgettingAttacksTest extends SampleTools {
    private static PolicyEngine approvedBy(Desk desk) {
        return PolicyEngine.builder().tools(tools()).permission(desk.settings()).build();
    }

    private static boolean isAsked(PolicySession session) {
        return !session.calls()
                .call("c", "deploy")
                .append("{}")
                .conclude()
                .toCompletableFuture()
                .isDone();
    }

    private static void remember(Desk desk, PolicySession session) {
        session.calls().call("c", "deploy").append("{}").conclude();
        desk.answer(request -> Answer.approve(request.id(), request.revision()).remembered());
    }

    @Test
    void everyClearForgetsRememberedApprovals() {
        Desk desk = new Desk();
        PolicyEngine engine = approvedBy(desk);
        PolicySession session = engine.session("u1");
        session.policies().clear(); // a service clears at login
        remember(desk, session);
        assertThat(isAsked(session)).isFalse();
        session.policies().clear(); // and at logout
        engine.session("u1").policies().clear(); // from anywhere
        assertThat(isAsked(session)).as("asked after clear").isTrue();
    }

    @Test
    void aClearReachesAnObjectAfterManyOtherSessions() {
        Desk desk = new Desk();
        PolicyEngine engine = approvedBy(desk);
        PolicySession session = engine.session("u1");
        remember(desk, session);
        for (int i = 0; i < 10_001; i++) {
            engine.session("other" + i);
        }
        assertThat(isAsked(session)).as("the object keeps its answers").isFalse();
        engine.session("u1").policies().clear();
        assertThat(isAsked(session)).as("asked after clear").isTrue();
    }

    @Test
    void aStoredApprovalOutlivesNoSession() throws Exception {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofDays(7)))
                .build()
                .session("u1");
        assertThat(idle(session)).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void anOpenCallOutlivesNoSession() throws Exception {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .sessions(SessionSettings.inMemory().withOutcomeTimeout(Duration.ofDays(3)))
                .build()
                .session("u1");
        assertThat(idle(session)).isEqualTo(Duration.ofDays(3));
    }

    @Test
    void tooManyOpenCallsAreNoReasonToAskAPerson() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.quota(10, "pay"))
                .sessions(SessionSettings.inMemory().withOpenCalls(1).withStoredApprovals(Duration.ofHours(1)))
                .build()
                .session("u1");
        session.guard("c0", "pay", "{}").begin();
        CallResult result = session.execute("c1", "pay", "{}", handlers());
        assertThat(result.kind()).isEqualTo(CallResult.Kind.DENIED);
    }

    @Test
    void readsThatNeverEndDontGrowWithoutBound() {
        SessionStore store = SessionStore.inMemory();
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(ReadBeforeWritePolicy.of(Set.of("read_file"), Set.of("write_file"))
                        .denyingStaleReads(path -> Optional.of("f")))
                .sessions(SessionSettings.inMemory()
                        .withStore(store)
                        .withOpenCalls(10)
                        .withOutcomeTimeout(Duration.ofMillis(1)))
                .build()
                .session("u1");
        for (int i = 0; i < 3000; i++) {
            session.guard("c", "read_file", "{\"path\":\"a\"}").run(arguments -> "x", x -> ToolResult.unknown("?"));
        }
        int size = store.read("u1", SessionStore.State.NONE).parts().values().stream()
                .mapToInt(part -> part.toString().length())
                .sum();
        assertThat(size).isLessThan(20_000);
    }

    @Test
    void aSessionForOneObjectKeepsItsStateWhileItLives() throws Exception {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(LimitPolicy.rate(1, Duration.ofDays(7), "pay"))
                .build()
                .newSession();
        assertThat(idle(session)).isGreaterThanOrEqualTo(Duration.ofDays(7));
    }

    @Test
    void aLimitThatAReloadMakesLongerIsNotForgottenEarlier() throws Exception {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools())
                .configuration(limits("{ calls = 1, per = '1m' }"))
                .build();
        PolicySession session = engine.session("u1");
        assertThat(idle(session)).isEqualTo(Duration.ofDays(1));
        for (String longer : List.of("{ calls = 1, per = '72h' }", "{ calls = 1, per = '72h' }, " + FAILURES)) {
            assertThat(engine.reload(limits(longer)).kind()).isEqualTo(ReloadOutcome.Kind.APPLIED);
        }
        assertThat(idle(session)).isEqualTo(Duration.ofHours(96));
        DeclaredTool later = DeclaredTool.of("later", ToolSchema.of());
        engine.replace(later.withLimits(CallLimit.calls(1).per(Duration.ofDays(5))));
        engine.replace(later.withLimits(CallLimit.calls(1).per(Duration.ofDays(2))));
        assertThat(idle(session)).isEqualTo(Duration.ofDays(5));
    }

    private static final String FAILURES = "{ failures = 3, per = '96h' }";

    private static PolicyConfiguration limits(String limits) {
        String text = "tools.pay.policy.limits = [" + limits + "]";
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", text);
    }

    private static Duration idle(PolicySession session) throws Exception {
        SessionStore store = ((PolicyRegistry) session.policies()).settings().store();
        Field idle = store.getClass().getDeclaredField("idle");
        idle.setAccessible(true);
        return (Duration) idle.get(store);
    }
}
