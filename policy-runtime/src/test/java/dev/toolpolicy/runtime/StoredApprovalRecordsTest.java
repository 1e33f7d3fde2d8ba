package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The records of calls whose approval is stored. */
class StoredApprovalRecordsTest {
    private final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());

    private PolicyEngine asking() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of(
                                "read", ToolSchema.of(Parameter.required("path", ParameterType.string())))
                        .withRun(RuleList.of(
                                RuleSpec.when(Argument.Text.at("/path").prefix("secret/"), Mode.DENY),
                                RuleSpec.when(Argument.Text.at("/path").prefix("ask/"), Mode.ASK),
                                RuleSpec.otherwise(Mode.ALLOW)))
                        .withResult(RuleList.always(Mode.ALLOW)))))
                .onCall(records::add)
                .sessions(SessionSettings.inMemory().withStoredApprovals(Duration.ofHours(1)))
                .build();
    }

    @Test
    void aPendingCallIsRecordedWithTheIdOfItsApproval() throws Exception {
        PolicyEngine engine = asking();
        PolicySession session = engine.session("s");
        CallResult guarded = session.execute("c", "read", "{\"path\":\"ask/a\"}", handlers(engine));
        ToolTurn turn = session.turn(handlers(engine), TurnSettings.defaults());
        turn.start(0, "d", "read");
        turn.append(0, "{\"path\":\"ask/b\"}");
        CallResult ofTurn = turn.finish(ResponseEnd.COMPLETE)
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS)
                .results()
                .get(0);
        assertThat(records)
                .extracting(record -> record.decision().orElseThrow().approval())
                .containsExactly(guarded.approval(), ofTurn.approval())
                .doesNotContain(Optional.empty())
                .doesNotHaveDuplicates();
        assertThat(records)
                .extracting(record -> record.decision().orElseThrow().approver())
                .containsOnly(Optional.empty());
    }

    @Test
    void aCallWithAStoredApprovalIsRecordedWithItsIdAndApprover() {
        PolicyEngine engine = asking();
        PolicySession session = engine.session("s");
        String id = session.execute("c", "read", "{\"path\":\"ask/a\"}", handlers(engine))
                .approval()
                .orElseThrow();
        Answers.approve(session.policies().approvals(), id, "ann");
        session.calls().resume(id, handlers(engine));
        session.calls().resume(id, handlers(engine));
        assertThat(records)
                .extracting(CallListenerTest::words)
                .startsWith("pending, by rule, rule 2", "ran, succeeded, by answer, rule 2, stored")
                .last()
                .asString()
                .startsWith("denied, by policy");
        assertThat(records)
                .extracting(record -> record.decision().orElseThrow().approval())
                .containsOnly(Optional.of(id));
        assertThat(records)
                .extracting(record -> record.decision().orElseThrow().approver())
                .containsExactly(Optional.empty(), Optional.of("ann"), Optional.empty());
    }

    @Test
    void aCallThatRunsElsewhereIsRecordedWithItsApprover() {
        PolicySession session = asking().session("s");
        ToolCallStream call = session.calls().call("c", "read").append("{\"path\":\"ask/a\"}");
        call.finish();
        String id = session.calls().requestApproval(call, Duration.ofHours(1)).id();
        Answers.approve(session.policies().approvals(), id, "ann");
        String ticket = CallListenerTest.approved(session.calls().resume(id)).handOver();
        session.calls().finished(ticket, ToolResult.success(IntNode.valueOf(1)));
        CallRecord.Decision decision = records.get(1).decision().orElseThrow();
        assertThat(decision.source()).contains("stored");
        assertThat(decision.approval()).contains(id);
        assertThat(decision.approver()).contains("ann");
    }

    private static ToolHandlers handlers(PolicyEngine engine) {
        return ToolHandlers.builder(engine.tools())
                .on(Runnable::run)
                .handle("read", (arguments, call) -> "text")
                .build();
    }

    @Test
    void theStoredRequestNamesTheArgumentsThatDecided() {
        PolicyEngine engine = asking();
        engine.session("s").execute("c", "read", "{\"path\":\"ask/a\"}", handlers(engine));
        assertThat(engine.approvals()
                        .list(ApprovalQuery.pending())
                        .get(0)
                        .evidence()
                        .path("decided"))
                .hasToString("[\"/path\"]");
    }
}
