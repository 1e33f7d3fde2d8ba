package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Verdict;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The records that {@code onCall} gives: one for each call that ended, whatever decided and however it came in. */
class CallListenerTest {
    private static final ToolSchema PATH = ToolSchema.of(
            Parameter.required("path", ParameterType.string()),
            Parameter.optional("lines", ParameterType.integer()).withDefault(IntNode.valueOf(10)));

    private final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());

    private static DeclaredTool tool(String name, RuleSpec... rules) {
        return DeclaredTool.of(name, PATH).withRun(RuleList.of(rules)).withResult(RuleList.always(Mode.ALLOW));
    }

    private PolicyEngineBuilder builder() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool(
                                "read",
                                RuleSpec.when(Argument.Text.at("/path").prefix("secret/"), Mode.DENY),
                                RuleSpec.when(Argument.Text.at("/path").prefix("ask/"), Mode.ASK),
                                RuleSpec.otherwise(Mode.ALLOW)),
                        tool("deploy", RuleSpec.otherwise(Mode.ALLOW)))))
                .policies(Policies.requires("deploy", "read"))
                .onCall(records::add);
    }

    private static final String PLAIN = "{\"path\":\"a\"}";

    private CallRecord only() {
        assertThat(records).hasSize(1);
        CallRecord record = records.get(0);
        assertThat(record.policies()).hasSize(64);
        assertThat(record.started()).isPresent();
        assertThat(record.ended()).isPresent();
        return record;
    }

    /** The verdict, whether it succeeded, and what decided: rule, policy, source or code. */
    static String words(CallRecord record) {
        CallRecord.Decision by = record.decision().orElseThrow();
        List<String> parts = new ArrayList<>();
        parts.add(record.verdict().orElseThrow().word());
        record.success().ifPresent(success -> parts.add(success ? "succeeded" : "failed"));
        parts.add("by " + by.by().word());
        by.rule().ifPresent(index -> parts.add("rule " + (index + 1)));
        by.policy().ifPresent(parts::add);
        by.source().ifPresent(parts::add);
        by.code().ifPresent(parts::add);
        return String.join(", ", parts);
    }

    private String only(String expected) {
        assertThat(words(only())).isEqualTo(expected);
        return expected;
    }

    static ApprovedCall approved(ToolCallOutcome outcome) {
        return outcome.approved().orElseThrow();
    }

    @Test
    void anAllowedCallIsRecordedWhenItsOutcomeIs() {
        PolicySession session = builder().build().session("s");
        ApprovedCall call =
                approved(session.calls().call("c", "read").append(PLAIN).finish());
        assertThat(records).isEmpty();
        call.succeeded(IntNode.valueOf(1));
        only("ran, succeeded, by rule, rule 3");
        assertThat(only().checkedArguments().orElseThrow()).hasToString("{\"path\":\"a\",\"lines\":10}");
        assertThat(only().decision().orElseThrow().words()).contains("otherwise -> allow");
        assertThat(only().decision().orElseThrow().origin()).contains("the tool's declaration");
        assertThat(only().steps()).last().extracting(CallStep::kind).isEqualTo(CallStep.Kind.RAN);
    }

    @Test
    void aFailedCallIsRecordedAsFailed() {
        approved(builder()
                        .build()
                        .session("s")
                        .calls()
                        .call("c", "read")
                        .append(PLAIN)
                        .finish())
                .failed();
        only("ran, failed, by rule, rule 3");
    }

    @Test
    void aDenialByRuleIsRecorded() {
        ToolCallStream call =
                builder().build().session("s").calls().call("c", "read").append("{\"path\":\"secret/a\"}");
        call.finish();
        call.finish();
        call.cancel("too late");
        only("denied, by rule, rule 1");
        assertThat(only().session()).isEqualTo("s");
        assertThat(only().callId()).isEqualTo("c");
    }

    @Test
    void aDenialByPolicyIsRecordedWithItsName() {
        builder().build().session("s").calls().call("c", "deploy").append(PLAIN).finish();
        only("denied, by policy, rule 1, "
                + only().decision().orElseThrow().policy().orElseThrow());
        assertThat(only().decision().orElseThrow().reason()).contains("deploy", "read");
    }

    @Test
    void anUnknownToolIsRecorded() {
        builder()
                .build()
                .session("s")
                .calls()
                .call("c", "format_disk")
                .append("{}")
                .finish();
        only("invalid, by validation, unknown-tool");
    }

    @Test
    void invalidArgumentsAreRecorded() {
        builder()
                .build()
                .session("s")
                .calls()
                .call("c", "read")
                .append("{\"path\":1}")
                .finish();
        assertThat(words(only())).startsWith("invalid, by validation, ");
        assertThat(only().checkedArguments()).isEmpty();
    }

    @Test
    void aCallWithoutApproverIsPending() {
        builder()
                .build()
                .session("s")
                .calls()
                .call("c", "read")
                .append("{\"path\":\"ask/a\"}")
                .finish();
        only("pending, by rule, rule 2");
    }

    @Test
    void aCallThatNoRuleMatchesIsRecordedAsAskedByDefault() {
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool("read", RuleSpec.when(Argument.Text.at("/path").prefix("x/"), Mode.ALLOW)))))
                .onCall(records::add)
                .build();
        engine.session("s").calls().call("c", "read").append(PLAIN).finish();
        only("pending, by default");
    }

    @Test
    void theSameCallResumedIsRecordedAsASecondCall() {
        PolicySession session =
                builder().sessions(SessionStore.inMemory()).build().session("s");
        ToolCallStream call = session.calls().call("c", "read").append("{\"path\":\"ask/a\"}");
        call.finish();
        String id = session.calls().requestApproval(call, Duration.ofHours(1)).id();
        Answers.approve(session.policies().approvals(), id, "ann");
        approved(session.calls().resume(id)).succeeded(IntNode.valueOf(1));
        assertThat(records)
                .extracting(CallListenerTest::words)
                .containsExactly("pending, by rule, rule 2", "ran, succeeded, by answer, rule 2, stored");
    }

    private CallRecord asked(PermissionSettings settings) throws Exception {
        builder()
                .permission(settings)
                .build()
                .session("s")
                .calls()
                .call("c", "read")
                .append("{\"path\":\"ask/a\"}")
                .conclude()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        return only();
    }

    @Test
    void aPersonsDeclineIsRecorded() throws Exception {
        CallRecord record = asked(
                PermissionSettings.of(request -> CompletableFuture.completedFuture(request.decline("not today"))));
        assertThat(words(record)).isEqualTo("declined, by answer, rule 2, handler");
        assertThat(record.decision().orElseThrow().reason()).contains("not today");
    }

    @Test
    void anApprovalRequestWithoutAnswerIsRecorded() throws Exception {
        PermissionSettings settings =
                PermissionSettings.of(request -> new CompletableFuture<>()).withLimit(Duration.ofMillis(20));
        assertThat(words(asked(settings))).isEqualTo("declined, by answer, rule 2, timed_out");
    }

    @Test
    void anEditedCallIsRecordedWithTheArgumentsThatRan() throws Exception {
        PolicySession session = builder()
                .permission(request -> CompletableFuture.completedFuture(request.edit("{\"path\":\"b\",\"lines\":2}")))
                .build()
                .session("s");
        ToolCallOutcome outcome = session.calls()
                .call("c", "read")
                .append("{\"path\":\"ask/a\"}")
                .conclude()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        approved(outcome).succeeded(IntNode.valueOf(1));
        only("ran, succeeded, by answer, rule 3, handler");
        assertThat(only().arguments()).hasToString("{\"path\":\"ask/a\",\"lines\":10}");
        assertThat(only().checkedArguments().orElseThrow()).hasToString("{\"path\":\"b\",\"lines\":2}");
    }

    @Test
    void aCancelledCallIsRecorded() {
        ToolCallStream call =
                builder().build().session("s").calls().call("c", "read").append("{\"pa");
        call.cancel("the user left");
        only("declined, by answer, cancelled");
    }

    @Test
    void aFailedStoreIsRecorded() {
        SessionStore broken = brokenStore();
        builder()
                .sessions(SessionSettings.inMemory().withStore(broken).withRetryTimeout(Duration.ofMillis(50)))
                .build()
                .session("s")
                .calls()
                .call("c", "deploy")
                .append(PLAIN)
                .finish();
        only("denied, by policy, rule 1, session_store");
    }

    private ToolHandlers handlers(PolicyEngine engine) {
        return ToolHandlers.builder(engine.tools())
                .on(Runnable::run)
                .handle("read", (arguments, call) -> {
                    if (arguments.path("path").asText().equals("broken")) {
                        throw new IllegalStateException("the disk is full");
                    }
                    return "text";
                })
                .handle("deploy", (arguments, call) -> "done")
                .build();
    }

    @Test
    void aWholeCallIsRecordedOnce() {
        PolicyEngine engine = builder().build();
        engine.session("s").execute("c", "read", PLAIN, handlers(engine));
        only("ran, succeeded, by rule, rule 3");
        assertThat(only().steps()).extracting(step -> step.kind().word()).endsWith("ran", "delivered");
    }

    @Test
    void aFailedHandlerIsRecordedWithItsReason() {
        PolicyEngine engine = builder().build();
        engine.session("s").execute("c", "read", "{\"path\":\"broken\"}", handlers(engine));
        only("ran, failed, by rule, rule 3");
        assertThat(only().toString()).contains("the disk is full");
    }

    @Test
    void aCallThatRunsElsewhereIsRecordedWhenItsOutcomeIs() {
        PolicySession session =
                builder().sessions(SessionStore.inMemory()).build().session("s");
        GuardedCall begun = session.guard("c", "read", PLAIN);
        assertThat(begun.begin()).isEmpty();
        String ticket = begun.ticket();
        assertThat(records).isEmpty();
        session.calls().finished(ticket, ToolResult.unknown("lost"));
        assertThat(only().verdict()).contains(Verdict.RAN);
        assertThat(only().success()).isEmpty();
        assertThat(only().knownTool()).contains("read");
        assertThat(only().checkedArguments().orElseThrow()).hasToString("{\"path\":\"a\",\"lines\":10}");
    }

    @Test
    void aCallThatIsClosedWithoutAnOutcomeIsRecordedAsUnknown() {
        ApprovedCall call = approved(builder()
                .build()
                .session("s")
                .calls()
                .call("c", "read")
                .append(PLAIN)
                .finish());
        call.close();
        call.close();
        only("ran, by rule, rule 3");
    }

    @Test
    void eachCallOfATurnIsRecordedOnceWithTheSameRecordAsItsResult() throws Exception {
        PolicyEngine engine = builder().build();
        ToolTurn turn = engine.session("s").turn(handlers(engine), TurnSettings.defaults());
        List<String> texts = List.of(PLAIN, "{\"path\":\"secret/a\"}", "{\"path\":\"ask/a\"}", "{\"path\":", "[]");
        for (int i = 0; i < texts.size(); i++) {
            turn.start(i, "c" + i, "read");
            turn.append(i, texts.get(i));
        }
        turn.start(9, "c9", "format_disk");
        TurnResult result =
                turn.finish(ResponseEnd.COMPLETE).toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(records).containsExactlyInAnyOrderElementsOf(result.records());
        assertThat(records)
                .extracting(record -> record.verdict().orElseThrow())
                .containsExactly(
                        Verdict.RAN,
                        Verdict.DENIED,
                        Verdict.DECLINED,
                        Verdict.INVALID,
                        Verdict.INVALID,
                        Verdict.INVALID);
    }

    @Test
    void theCallsOfAnAbandonedTurnAreRecorded() throws Exception {
        PolicyEngine engine = builder().build();
        ToolTurn turn = engine.session("s").turn(handlers(engine), TurnSettings.defaults());
        turn.start(0, "c0", "read");
        turn.append(0, "{\"pa");
        CompletionStage<TurnResult> result = turn.abandon("the connection broke");
        result.toCompletableFuture().get(20, TimeUnit.SECONDS);
        only("declined, by answer, cancelled");
    }

    @Test
    void severalListenersHearOfEachCallEvenIfOneThrows() {
        List<CallRecord> second = new ArrayList<>();
        PolicyEngine engine = builder()
                .onCall(call -> {
                    throw new IllegalStateException("broken");
                })
                .onCall(second::add)
                .build();
        assertThat(engine.session("s")
                        .execute("c", "read", PLAIN, handlers(engine))
                        .success())
                .isTrue();
        assertThat(second).isEqualTo(records).hasSize(1);
    }

    /** Returns a store whose database is down. */
    private static SessionStore brokenStore() {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (store, method, arguments) -> {
                    if (method.getName().equals("isLocal")) {
                        return false;
                    }
                    throw new StoreException("the database is down", null);
                });
    }
}
