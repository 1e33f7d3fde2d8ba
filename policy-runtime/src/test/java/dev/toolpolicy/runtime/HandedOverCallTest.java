package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Calls that are handed over to their host: they end once, and their record agrees with their result. */
class HandedOverCallTest {
    private static final ToolResult BUILT = ToolResult.success(TextNode.valueOf("built"));
    private static final ToolResult FAILED = ToolResult.failure("it failed");

    private final List<CallRecord> records = new ArrayList<>();
    private final RacingStore store = new RacingStore();
    private final ManualClock clock = new ManualClock();

    private static ToolCatalog tools() {
        RuleList free = RuleList.of(RuleSpec.otherwise(Mode.ALLOW));
        return ToolCatalog.of(List.of(
                DeclaredTool.of("build", ToolSchema.of()).withRun(free),
                DeclaredTool.of("ship", ToolSchema.of()).withRun(free),
                DeclaredTool.of(
                                "copy",
                                ToolSchema.of(
                                        Parameter.required("to", ParameterType.string()),
                                        Parameter.optional("mode", ParameterType.string())
                                                .withDefault(TextNode.valueOf("600"))))
                        .withRun(free),
                DeclaredTool.of("deploy", ToolSchema.of()).withRun(RuleList.of(RuleSpec.otherwise(Mode.ASK)))));
    }

    private PolicyEngineBuilder engine(Duration retryTimeout) {
        return PolicyEngine.builder()
                .tools(tools())
                .policies(Policies.requires("ship", "build"))
                .sessions(SessionSettings.inMemory()
                        .withStore(store)
                        .withClock(clock)
                        .withOpenCalls(3)
                        .withRetryTimeout(retryTimeout))
                .onCall(records::add);
    }

    private PolicySession node() {
        return engine(Duration.ofMinutes(1)).build().session("u1");
    }

    private PolicySession hasty() {
        return engine(Duration.ofNanos(1)).build().session("u1");
    }

    private static String begun(PolicySession session, String tool) {
        GuardedCall call = session.guard("c1", tool, "{}");
        assertThat(call.begin()).isEmpty();
        return call.ticket();
    }

    private void loseTheAnswer() {
        store.after.set(() -> {
            throw new StoreException("connection lost", null);
        });
    }

    @Test
    void ofTwoNodesThatEndOneCallAtOnceTheSecondFails() {
        PolicySession here = node();
        PolicySession there = node();
        String ticket = begun(here, "build");
        store.before.set(() -> there.calls().finished(ticket, FAILED));

        assertThatIllegalStateException()
                .isThrownBy(() -> here.calls().finished(ticket, BUILT))
                .withMessageContaining("its outcome was recorded");

        assertThat(records).extracting(CallRecord::success).containsExactly(Optional.of(false));
        assertThat(here.calls().preview("ship", "{}").willRun()).isFalse();
    }

    @Test
    void anOutcomeWhoseAnswerWasLostIsGivenAgain() {
        String ticket = begun(node(), "build");
        loseTheAnswer();
        assertThatThrownBy(() -> hasty().calls().finished(ticket, BUILT)).isInstanceOf(StoreException.class);
        assertThat(records).isEmpty();

        CallResult again = node().calls().finished(ticket, BUILT);

        assertThat(again.success()).isTrue();
        assertThat(records).extracting(CallRecord::success).containsExactly(Optional.of(true));
        assertThat(node().calls().preview("ship", "{}").willRun()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> node().calls().finished(ticket, BUILT));
    }

    @Test
    void anOutcomeWhoseAnswerWasLostIsRecognized() {
        PolicySession session = node();
        String ticket = begun(session, "build");
        loseTheAnswer();

        assertThat(session.calls().finished(ticket, BUILT).success()).isTrue();
        assertThat(records).hasSize(1);
    }

    @Test
    void anOutcomeWhoseAnswerWasLostCantBecomeAnother() {
        PolicySession session = hasty();
        String ticket = begun(session, "build");
        loseTheAnswer();
        assertThatThrownBy(() -> session.calls().finished(ticket, BUILT)).isInstanceOf(StoreException.class);

        assertThatIllegalStateException().isThrownBy(() -> session.calls().finished(ticket, FAILED));
    }

    @Test
    void endedCallsTakeNoRoomFromOpenOnesAndAreRemoved() {
        PolicySession session = node();
        for (int i = 0; i < 10; i++) {
            session.calls().finished(begun(session, "build"), BUILT);
            assertThat(store.find("ended/", "ended/", false, 100)).hasSizeLessThanOrEqualTo(3);
        }
        begun(session, "build");
        begun(session, "build");
        String third = begun(session, "build");
        assertThat(session.guard("c", "build", "{}").begin()).isPresent();

        session.calls().finished(third, BUILT);
        clock.pass(Duration.ofMinutes(59));
        assertThat(store.find("ended/", "ended/", false, 100)).hasSize(1);
        String last = begun(session, "ship");
        clock.pass(Duration.ofMinutes(2));
        session.calls().finished(last, BUILT);
        assertThat(store.find("ended/", "ended/", false, 100)).hasSize(1);
    }

    @Test
    void aCallThatCantBeHandedOverMayNotRun() {
        GuardedCall call = hasty().guard("c1", "build", "{}");
        store.before.set(() -> store.before.set(
                () -> { // the first write is that of the check
                    throw new StoreException("connection lost", null);
                }));

        try (HeardLog log = new HeardLog(Level.WARNING)) {
            assertThat(call.begin().orElseThrow().kind()).isEqualTo(CallResult.Kind.DENIED);
            assertThat(log.lines())
                    .contains("SEVERE call build#c1 can't be handed over; it must not run and a stack trace");
        }
        assertThatIllegalStateException().isThrownBy(call::ticket);
        assertThatIllegalStateException().isThrownBy(call::arguments);
        assertThat(records).extracting(CallRecord::verdict).containsExactly(Optional.of(CallRecord.Verdict.DENIED));
    }

    @Test
    void theRecordOfAFinishedCallSaysWhatDecided() {
        PermissionSettings yes = PermissionSettings.of(
                        request -> CompletableFuture.completedFuture(Answer.approve(request.id(), request.revision())))
                .withExecutor(Runnable::run);
        PolicySession session =
                engine(Duration.ofMinutes(1)).permission(yes).build().session("u1");
        node().calls().finished(begun(session, "deploy"), BUILT);
        node().calls().finished(begun(session, "build"), BUILT);

        assertThat(records).hasSize(2);
        CallRecord.Decision byPerson = records.get(0).decision().orElseThrow();
        assertThat(byPerson.by()).isEqualTo(CallRecord.Decision.By.ANSWER);
        assertThat(byPerson.source()).contains("handler");
        CallRecord.Decision byRule = records.get(1).decision().orElseThrow();
        assertThat(byRule.by()).isEqualTo(CallRecord.Decision.By.RULE);
        assertThat(byRule.rule()).hasValue(0);
        assertThat(byRule.words()).contains("otherwise -> allow");
    }

    @Test
    void anOutcomeThatComesTooLateLeavesOneRecord() {
        PolicySession session = node();
        String ticket = begun(session, "build");
        clock.pass(Duration.ofHours(2));

        assertThatIllegalStateException().isThrownBy(() -> session.calls().finished(ticket, BUILT));
        assertThatIllegalStateException().isThrownBy(() -> session.calls().finished(ticket, BUILT));

        assertThat(records).hasSize(1);
        assertThat(records.get(0).verdict()).contains(CallRecord.Verdict.RAN);
        assertThat(records.get(0).success()).isEmpty();
        assertThat(records.get(0).decision()).isPresent();
        assertThat(session.calls().preview("ship", "{}").willRun()).isFalse();
    }

    @Test
    void theRecordOfACallThatNobodyCanApproveIsNotPending() {
        CallResult begun = node().guard("c1", "deploy", "{}").begin().orElseThrow();

        assertThat(begun.kind()).isEqualTo(CallResult.Kind.DECLINED);
        assertThat(records).hasSize(1);
        assertThat(records.get(0).verdict()).contains(CallRecord.Verdict.DECLINED);
    }

    @Test
    void theRecordOfACallThatWaitsForAStoredApprovalIsPending() {
        PolicySession session = PolicyEngine.builder()
                .tools(tools())
                .policies(Policies.approval("build"))
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                .onCall(records::add)
                .build()
                .session("u1");

        CallResult begun = session.guard("c1", "build", "{}").begin().orElseThrow();

        assertThat(begun.kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(records).hasSize(1);
        assertThat(records.get(0).verdict()).contains(CallRecord.Verdict.PENDING);
    }

    @Test
    void theRecordsOfDeniedAndInvalidCallsAgreeWithTheirResults() {
        node().guard("c1", "ship", "{}").begin();
        node().guard("c2", "ship", "{").begin();
        node().guard("c3", "nothing", "{}").begin();

        assertThat(records)
                .extracting(record -> record.verdict().orElseThrow())
                .containsExactly(CallRecord.Verdict.DENIED, CallRecord.Verdict.INVALID, CallRecord.Verdict.INVALID);
    }

    /** A store in which something happens just before or after a write. */
    private static final class RacingStore implements SessionStore {
        private final SessionStore inner = SessionStore.inMemory();
        private final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
        private final AtomicReference<Runnable> after = new AtomicReference<>(() -> {});

        @Override
        public State read(String session, State known) {
            return inner.read(session, known);
        }

        @Override
        public Optional<State> replace(String session, State was, Map<String, JsonNode> parts) {
            before.getAndSet(() -> {}).run();
            Optional<State> done = inner.replace(session, was, parts);
            after.getAndSet(() -> {}).run();
            return done;
        }

        @Override
        public void delete(String session) {
            inner.delete(session);
        }

        @Override
        public int deleteUnchanged(Instant since, int limit) {
            return inner.deleteUnchanged(since, limit);
        }

        @Override
        public List<Part> find(String prefix, String from, boolean newest, int limit) {
            return inner.find(prefix, from, newest, limit);
        }

        @Override
        public boolean isLocal() {
            return true;
        }
    }

    /** The host runs it elsewhere, so it can't run here or end twice. */
    @Test
    void aCallThatIsHandedOverIsUsed() {
        PolicySession session = node();
        ApprovedCall call = session.calls()
                .call("c1", "build")
                .append("{}")
                .finish()
                .approved()
                .orElseThrow();
        String ticket = call.handOver();
        assertThatIllegalStateException().isThrownBy(() -> call.run(() -> "built"));
        assertThatIllegalStateException().isThrownBy(call::failed);
        assertThatIllegalStateException().isThrownBy(call::handOver);
        assertThat(session.calls().finished(ticket, BUILT).success()).isTrue();
        assertThat(records).hasSize(1);
    }

    @Test
    void theHostGetsTheArgumentsThatWereDecidedOn() {
        GuardedCall call = node().guard("c1", "copy", "{\"to\":\"b\"}");
        assertThat(call.begin()).isEmpty();
        assertThat(call.arguments()).hasToString("{\"to\":\"b\",\"mode\":\"600\"}");
        call.arguments().put("to", "other");
        assertThat(call.arguments().path("to").asText()).as("a copy").isEqualTo("b");
    }
}
