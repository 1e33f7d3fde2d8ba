package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.Desk;
import dev.toolpolicy.runtime.policy.QuotaPolicy;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Attacks on what a session keeps, forgets and stores. */
class ForgettingAttacksTest {
    private static final ToolSchema NONE = ToolSchema.of();
    private static final RuleList FREE = RuleList.of(RuleSpec.otherwise(Mode.ALLOW));
    private static final RuleList ASKED = RuleList.of(RuleSpec.otherwise(Mode.ASK));

    private final List<String> ran = new ArrayList<>();

    private static ToolCatalog tools() {
        return ToolCatalog.of(List.of(
                DeclaredTool.of("pay", NONE).withRun(FREE),
                DeclaredTool.of("build", NONE).withRun(FREE),
                DeclaredTool.of("read_file", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                        .withRun(FREE),
                DeclaredTool.of("write_file", ToolSchema.of(Parameter.required("path", ParameterType.path())))
                        .withRun(FREE),
                DeclaredTool.of("ship", NONE).withRun(FREE),
                DeclaredTool.of("deploy", NONE).withRun(ASKED)));
    }

    private ToolHandlers handlers() {
        return ToolHandlers.builder(tools())
                .otherwise((arguments, call) -> {
                    ran.add(call.call().tool());
                    return "done";
                })
                .build();
    }

    private static boolean isAsked(Desk desk, PolicySession session) {
        boolean asked = !session.call("c", "deploy")
                .append("{}")
                .conclude()
                .toCompletableFuture()
                .isDone();
        return asked;
    }

    private static void remember(Desk desk, PolicySession session) {
        session.call("c", "deploy").append("{}").conclude();
        desk.answer(request -> new Answer.Approve(request.id(), request.revision(), true));
    }

    @Test
    void everyClearForgetsRememberedApprovals() {
        Desk desk = new Desk();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools())
                .permission(desk.settings())
                .build();
        PolicySession session = engine.session("u1");
        session.policies().clear(); // a service clears at login
        remember(desk, session);
        assertThat(isAsked(desk, session)).isFalse();
        session.policies().clear(); // and at logout
        engine.session("u1").policies().clear(); // from anywhere
        assertThat(isAsked(desk, session)).as("asked after clear").isTrue();
    }

    @Test
    void aClearReachesAnObjectAfterManyOtherSessions() {
        Desk desk = new Desk();
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools())
                .permission(desk.settings())
                .build();
        PolicySession session = engine.session("u1");
        remember(desk, session);
        for (int i = 0; i < 10_001; i++) {
            engine.session("other" + i);
        }
        assertThat(isAsked(desk, session)).as("the object keeps its answers").isFalse();
        engine.session("u1").policies().clear();
        assertThat(isAsked(desk, session)).as("asked after clear").isTrue();
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
    void tooManyOpenCallsAreNoReasonToAskAPerson() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(QuotaPolicy.of(10, "pay"))
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
                .policies(ReadBeforeWritePolicy.of(java.util.Set.of("read_file"), java.util.Set.of("write_file"))
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
                .policies(dev.toolpolicy.runtime.policy.RatePolicy.of(1, Duration.ofDays(7), "pay"))
                .build()
                .newSession();
        assertThat(idle(session)).isGreaterThanOrEqualTo(Duration.ofDays(7));
    }

    private static Duration idle(PolicySession session) throws Exception {
        java.lang.reflect.Field settings =
                dev.toolpolicy.runtime.session.PolicyRegistry.class.getDeclaredField("settings");
        settings.setAccessible(true);
        SessionStore store = ((SessionSettings) settings.get(session.policies())).store();
        java.lang.reflect.Field idle = store.getClass().getDeclaredField("idle");
        idle.setAccessible(true);
        return (Duration) idle.get(store);
    }
}
