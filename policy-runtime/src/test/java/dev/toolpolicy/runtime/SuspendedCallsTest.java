package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls that wait in the store until a person has approved them. */
class SuspendedCallsTest {
    private final WholeCalls calls = new WholeCalls();
    private final List<String> ran = calls.ran;
    private final List<CallRecord> records = calls.records;
    private final ToolHandlers handlers = calls.handlers;

    private PolicyEngine suspending(SessionStore kept) {
        return calls.engine(SessionSettings.inMemory().withStore(kept).withStoredApprovals(Duration.ofHours(8)))
                .policies(LimitPolicy.quota(1, "write"), Policies.approval("deploy"))
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
        assertThat(elsewhere.calls().resume(approval, handlers).kind())
                .as("not answered yet")
                .isEqualTo(CallResult.Kind.PENDING);
        assertThat(ran).isEmpty();
        Answers.approve(elsewhere.policies().approvals(), approval, "an approver");
        CallResult done = elsewhere.calls().resume(approval, handlers);
        assertThat(done.kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(done.callId()).isEqualTo("c1");
        assertThat(done.arguments().orElseThrow().path("path").asText()).isEqualTo("a");
        assertThat(elsewhere.calls().resume(approval, handlers).kind())
                .as("again")
                .isEqualTo(CallResult.Kind.DENIED);
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
        Answers.approve(waiting.policies().approvals(), pending.approval().orElseThrow(), "an approver");
        assertThat(waiting.calls().resume(pending.approval().get(), handlers).kind())
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(waiting.calls().resume(pending.approval().get(), handlers).kind())
                .as("again, without a new request")
                .isEqualTo(CallResult.Kind.DENIED);
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
        assertThat(waiting.policies().approvals().list(ApprovalQuery.pending())).isEmpty();
    }

    @Test
    void theHostsCodeRunsACallOnceItIsApproved() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        String approval =
                waiting.execute("c", "write", write("a"), handlers).approval().orElseThrow();
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind())
                .as("not answered yet")
                .isNotEqualTo(CallResult.Kind.RAN);
        assertThat(ran).isEmpty();
        Answers.approve(waiting.policies().approvals(), approval, "an approver");
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        assertThat(waiting.calls().guardApproved(approval).run(handlers).kind())
                .as("again")
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(ran).hasSize(1);
    }

    @Test
    void aDeclinedCallIsNotRunWhenItIsResumed() {
        PolicySession waiting = suspending(SessionStore.inMemory()).session("s");
        String approval =
                waiting.execute("c", "write", write("a"), handlers).approval().orElseThrow();
        Answers.decline(waiting.policies().approvals(), approval, "an approver", "too late");
        CallResult resumed = waiting.calls().resume(approval, handlers);
        assertThat(resumed.kind()).isEqualTo(CallResult.Kind.DECLINED);
        assertThat(resumed.forModel()).isEqualTo("The user declined this call: too late.");
        assertThat(records)
                .as("the record agrees")
                .last()
                .matches(record -> record.verdict().equals(Optional.of(CallRecord.Verdict.DECLINED)));
        assertThat(ran).isEmpty();
    }
}
