package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.policy.ApprovalPolicy;
import dev.toolpolicy.runtime.policy.QuotaPolicy;
import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.ToolHandlers;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls that wait in the store until a person has approved them. */
class SuspendedCallsTest {
    private static final ToolSchema WRITE = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.required("content", ParameterType.string()));

    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());
    private final SessionStore store = SessionStore.inMemory();
    private final PolicyEngine engine = engine();
    private final PolicySession session = engine.session("s");
    private final ToolHandlers handlers = ToolHandlers.builder(engine.tools())
            .otherwise((arguments, call) -> {
                ran.add(call.call().tool() + arguments);
                return "done";
            })
            .build();

    private PolicyEngine engine() {
        Argument.Text path = Argument.Text.at("/path");
        RuleList paths = RuleList.of(
                RuleSpec.when(path.prefix("secret/"), Mode.DENY),
                RuleSpec.when(path.prefix("src/"), Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("write", WRITE).withRun(paths),
                        DeclaredTool.of("read", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("quiet", ToolSchema.of())
                                .withRun(RuleList.always(Mode.ALLOW))
                                .withResult(RuleList.always(Mode.DENY)),
                        DeclaredTool.of("deploy", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
                .policies(Requirements.require("deploy").after("read"), QuotaPolicy.of(2, "quiet"))
                .sessions(store)
                .onCall(records::add)
                .build();
    }

    private static String write(String path) {
        return "{\"path\":\"" + path + "\",\"content\":\"x\"}";
    }

    private PolicyEngine suspending(SessionStore kept) {
        return PolicyEngine.builder()
                .tools(engine.tools())
                .policies(QuotaPolicy.of(1, "write"), ApprovalPolicy.required("deploy"))
                .sessions(SessionSettings.inMemory().withStore(kept).withStoredApprovals(Duration.ofHours(8)))
                .onCall(records::add)
                .build();
    }

    /** Asked here, answered and run elsewhere, once. */
    @Test
    void aCallThatNeedsApprovalWaitsInTheStore() {
        SessionStore kept = SessionStore.inMemory();
        CallResult pending = suspending(kept).session("s").execute("c1", "write", write("a"), handlers);
        assertThat(pending.kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(pending.forModel()).contains("waits for a person's approval");
        String approval = pending.approval().orElseThrow();
        PolicySession elsewhere = suspending(kept).session("s");
        assertThat(elsewhere.resume(approval, handlers).kind())
                .as("not answered yet")
                .isEqualTo(CallResult.Kind.PENDING);
        assertThat(ran).isEmpty();
        elsewhere.policies().approvals().grant("s", approval, "an approver");
        CallResult done = elsewhere.resume(approval, handlers);
        assertThat(done.kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(done.callId()).isEqualTo("c1");
        assertThat(done.arguments().orElseThrow().path("path").asText()).isEqualTo("a");
        assertThat(elsewhere.resume(approval, handlers).kind()).as("again").isEqualTo(CallResult.Kind.DENIED);
        assertThat(ran).hasSize(1);
        assertThat(records)
                .extracting(record -> record.verdict().orElseThrow())
                .containsExactly(CallRecord.Verdict.PENDING, CallRecord.Verdict.RAN, CallRecord.Verdict.DENIED);
    }

    @Test
    void aCallThatAPolicyWantsApprovedWaitsToo() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        CallResult pending = waiting.execute("c1", "deploy", "{}", handlers);
        assertThat(pending.kind()).isEqualTo(CallResult.Kind.PENDING);
        waiting.policies().approvals().grant("s", pending.approval().orElseThrow(), "an approver");
        assertThat(waiting.resume(pending.approval().get(), handlers).kind()).isEqualTo(CallResult.Kind.RAN);
    }

    /** An approval lifts no quota and no rule that denies, so nobody is asked for one. */
    @Test
    void aCallThatNoApprovalHelpsIsDeniedAtOnce() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        waiting.execute("c1", "write", write("src/a"), handlers);
        assertThat(waiting.execute("c2", "write", write("src/a"), handlers).kind())
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.execute("c3", "write", write("a"), handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.execute("c4", "write", write("secret/a"), handlers).kind())
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(waiting.policies().approvals().pending(10)).isEmpty();
    }

    @Test
    void aDeclinedCallIsNotRunWhenItIsResumed() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        String approval =
                waiting.execute("c", "write", write("a"), handlers).approval().orElseThrow();
        waiting.policies().approvals().decline("s", approval, "an approver", "too late");
        CallResult resumed = waiting.resume(approval, handlers);
        assertThat(resumed.kind()).isEqualTo(CallResult.Kind.DECLINED);
        assertThat(resumed.forModel()).isEqualTo("The user declined this call: too late.");
        assertThat(records)
                .as("the record agrees")
                .last()
                .matches(record -> record.verdict().equals(Optional.of(CallRecord.Verdict.DECLINED)));
        assertThat(ran).isEmpty();
    }
}
