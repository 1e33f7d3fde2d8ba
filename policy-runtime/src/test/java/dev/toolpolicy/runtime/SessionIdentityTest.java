package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Fact;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.internal.approve.Desk;
import dev.toolpolicy.runtime.internal.remember.PolicyTree;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session is known by its id, whatever objects use it. */
class SessionIdentityTest {
    private static final RuleList FREE = RuleList.of(RuleSpec.otherwise(Mode.ALLOW));
    private static final RuleList ASKED = RuleList.of(RuleSpec.otherwise(Mode.ASK));

    private static PolicyEngineBuilder builder() {
        return PolicyEngine.builder().tools(tools(FREE));
    }

    private static ToolCatalog tools(RuleList deploy) {
        ToolSchema none = ToolSchema.of();
        return ToolCatalog.of(List.of(
                DeclaredTool.of("pay", none).withRun(FREE),
                DeclaredTool.of("build", none).withRun(FREE),
                DeclaredTool.of("deploy", none).withRun(deploy)));
    }

    private static PolicyEngine onePayment() {
        return builder().policies(LimitPolicy.quota(1, "pay")).build();
    }

    private static boolean run(PolicySession session, String tool) {
        return Sessions.run(Sessions.of(session), Sessions.call(tool));
    }

    @Test
    void twoObjectsOfOneSessionShareItsQuota() {
        PolicyEngine engine = onePayment();

        assertThat(run(engine.session("u1"), "pay")).isTrue();

        assertThat(run(engine.session("u1"), "pay")).isFalse();
        assertThat(run(engine.session("u2"), "pay")).isTrue();
    }

    @Test
    void closingASessionForgetsNothing() {
        PolicyEngine engine = onePayment();
        try (PolicySession session = engine.session("u1")) {
            run(session, "pay");
        }

        assertThat(run(engine.session("u1"), "pay")).isFalse();
    }

    @Test
    void aSessionForOneObjectSharesNothing() {
        PolicyEngine engine = onePayment();
        PolicySession one = engine.newSession();
        PolicySession other = engine.newSession();

        assertThat(run(one, "pay")).isTrue();
        assertThat(run(one, "pay")).isFalse();
        assertThat(run(other, "pay")).isTrue();
        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(run(engine.session(one.id()), "pay"))
                .as("not even by its id")
                .isTrue();
    }

    @Test
    void aFullMemoryRefusesNewSessionsAndKeepsTheQuotasOfOthers() {
        PolicyEngine engine = builder()
                .policies(LimitPolicy.quota(1, "pay"))
                .sessions(SessionStore.inMemory(1, Duration.ofDays(1)))
                .build();
        run(engine.session("u1"), "pay");

        assertThat(Sessions.reason(Sessions.of(engine.session("u2")), Sessions.call("pay")))
                .isEqualTo("Not run: this service has too many sessions now. Try again later.");
        assertThat(run(engine.session("u1"), "pay")).isFalse();
    }

    @Test
    void aFullMemoryDeniesAtOnce() {
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(SessionStore.inMemory(1, Duration.ofHours(1)))
                .withRetryTimeout(Duration.ofSeconds(60));
        PolicyEngine engine = builder()
                .policies(LimitPolicy.quota(1, "pay"))
                .sessions(settings)
                .build();
        assertThat(run(engine.session("u1"), "pay")).isTrue();

        long start = System.nanoTime();
        assertThat(run(engine.session("u2"), "pay")).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void memoryKeepsSessionsForTheLongestTimeOfADeclaredLimit() {
        DeclaredTool often = DeclaredTool.of("often", ToolSchema.of()).withLimits(CallLimit.calls(9));
        DeclaredTool daily = DeclaredTool.of("pay", ToolSchema.of())
                .withLimits(CallLimit.calls(1).per(Duration.ofDays(3)));
        PolicyConfiguration file = PolicyConfiguration.of(
                ConfigurationFormat.TOML,
                "policy.toml",
                "[tools.pay.policy]\nlimits = [{ failures = 1, per = \"7d\" }]");
        assertThat(whenFull(PolicyEngine.builder().tools(ToolCatalog.of(List.of(often)))))
                .contains("PT24H");
        assertThat(whenFull(PolicyEngine.builder().tools(ToolCatalog.of(List.of(often, daily)))))
                .contains("PT72H");
        assertThat(whenFull(PolicyEngine.builder()
                        .tools(ToolCatalog.of(List.of(often, daily)))
                        .configuration(file)))
                .contains("PT168H");
    }

    /** Returns what the memory says when it is full, with the time for which it keeps sessions. */
    private static String whenFull(PolicyEngineBuilder builder) {
        PolicyEngine engine = builder.build();
        Fact<Boolean> fact = Fact.flag("known");
        try {
            for (int i = 0; i <= 10_000; i++) {
                engine.session("s" + i).policies().putFact(fact, true);
            }
            return "not full";
        } catch (StoreException full) {
            return full.getMessage();
        }
    }

    @Test
    void memoryKeepsSessionsForTheLongestWindowOfARate() {
        Duration week = Duration.ofDays(7);

        assertThat(PolicyTree.longestWindow(List.of(
                        LimitPolicy.quota(1),
                        Policies.logging(Policies.anyOf(
                                "any",
                                LimitPolicy.rate(1, Duration.ofHours(1)),
                                Policies.conditional(LimitPolicy.rate(1, week), context -> true))))))
                .isEqualTo(week);
        assertThat(PolicyTree.longestWindow(List.of(LimitPolicy.quota(1)))).isZero();
    }

    @Test
    void listenersAreNotLostByTheOrderOfSetters() {
        for (boolean listenersFirst : List.of(true, false)) {
            List<PolicyEvent> heard = new ArrayList<>();
            List<PolicyEvent> heardToo = new ArrayList<>();
            SessionSettings settings = SessionSettings.inMemory().withListeners(List.of(heardToo::add), false);
            PolicyEngineBuilder builder = builder().policies(LimitPolicy.quota(1, "pay"));
            PolicySession session = (listenersFirst
                            ? builder.onPolicyEvent(heard::add).sessions(settings)
                            : builder.sessions(settings).onPolicyEvent(heard::add))
                    .build()
                    .session("u1");
            run(session, "pay");
            run(session, "pay");

            assertThat(heard).hasSize(1).isEqualTo(heardToo);
        }
    }

    @Test
    void aStoreIsNotLostByTheOrderOfSetters() {
        for (boolean storeFirst : List.of(true, false)) {
            SessionStore store = SessionStore.inMemory();
            SessionSettings settings = SessionSettings.inMemory().withOpenCalls(10);
            PolicyEngineBuilder builder = builder().policies(LimitPolicy.quota(1, "pay"));
            PolicyEngine engine = (storeFirst
                            ? builder.sessions(store).sessions(settings)
                            : builder.sessions(settings).sessions(store))
                    .build();
            run(engine.session("u1"), "pay");

            assertThat(store.find("policy/", "policy/", false, 10)).hasSize(1);
        }
    }

    @Test
    void whatIsSetTwiceIsAnError() {
        SessionStore store = SessionStore.inMemory();
        SessionSettings settings = SessionSettings.inMemory().withStore(store);

        SessionStore other = SessionStore.inMemory();
        assertThatIllegalStateException()
                .isThrownBy(() -> builder().sessions(other).sessions(settings))
                .withMessage("the store of sessions was set twice");
        assertThatIllegalStateException()
                .isThrownBy(() -> builder().sessions(settings).sessions(other))
                .withMessage("the store of sessions was set twice");
        assertThatIllegalStateException()
                .isThrownBy(() -> builder().sessions(store).sessions(other));
        assertThatNoException().isThrownBy(() -> builder().sessions(store).sessions(settings));
        assertThatIllegalStateException()
                .isThrownBy(() -> builder().sessions(settings).sessions(SessionSettings.inMemory()))
                .withMessage("the settings of sessions were set twice: set all of them together");
    }

    private static PolicyEngine asking(Desk desk) {
        return PolicyEngine.builder()
                .tools(tools(ASKED))
                .permission(desk.settings())
                .build();
    }

    private static void approveForTheSession(Desk desk) {
        desk.answer(request -> Answer.approve(request.id(), request.revision()).remembered());
    }

    private static boolean isAsked(Desk desk, PolicySession session) {
        boolean asked = !(session.calls()
                .call("c", "deploy")
                .append("{}")
                .conclude()
                .toCompletableFuture()
                .isDone());
        desk.heard();
        return asked;
    }

    @Test
    void arememberedApprovalBelongsToTheSessionAndToNoOther() {
        Desk desk = new Desk();
        PolicyEngine engine = asking(desk);
        var call = engine.session("u1")
                .calls()
                .call("c", "deploy")
                .append("{}")
                .conclude()
                .toCompletableFuture();
        approveForTheSession(desk);
        assertThat(call.join()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);

        assertThat(isAsked(desk, engine.session("u1"))).isFalse();
        assertThat(isAsked(desk, engine.session("u2"))).isTrue();
        assertThat(isAsked(desk, engine.newSession())).isTrue();
    }

    @Test
    void aClearedSessionForgetsItsRememberedApprovals() {
        Desk desk = new Desk();
        PolicyEngine engine = asking(desk);
        PolicySession session = engine.session("u1");
        session.calls().call("c", "deploy").append("{}").conclude();
        approveForTheSession(desk);
        assertThat(isAsked(desk, session)).isFalse();

        engine.session("u1").policies().clear();

        assertThat(isAsked(desk, session)).isTrue();
    }

    @Test
    void closingOneObjectLeavesTheRequestsOfOthersOpen() {
        Desk desk = new Desk();
        PolicyEngine engine = asking(desk);
        var call = engine.session("u1")
                .calls()
                .call("c", "deploy")
                .append("{}")
                .conclude()
                .toCompletableFuture();

        engine.session("u1").close();

        assertThat(call).isNotDone();
        approveForTheSession(desk);
        assertThat(call.join()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aReloadedRequirementIsJudgedByWhatTheSessionRecorded(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("policy.toml");
        String payAfterBuild = "[tools.pay.policy]\nrequires = [{ tools = [\"build\"] }]\n";
        Files.writeString(file, payAfterBuild);
        PolicyEngine engine =
                builder().configuration(PolicyConfiguration.read(file)).build();
        run(engine.session("u1"), "build");

        Files.writeString(file, payAfterBuild + "[tools.deploy.policy]\nrequires = [{ tools = [\"build\"] }]\n");
        assertThat(engine.reload()).extracting(ReloadOutcome::kind).isEqualTo(ReloadOutcome.Kind.APPLIED);

        assertThat(run(engine.session("u1"), "pay")).isTrue();
        assertThat(run(engine.session("u1"), "deploy")).isTrue();
        assertThat(run(engine.session("u2"), "deploy")).isFalse();
    }
}
