package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What frameworks got wrong about approvals: each case was a fault of another one. */
class ApprovalContractTest {
    private final WholeCalls calls = new WholeCalls();
    private final SessionSettings settings =
            SessionSettings.inMemory().withStore(SessionStore.inMemory()).withStoredApprovals(Duration.ofHours(1));
    private final PolicySession session = calls.engine(settings).build().session("s");
    private final Approvals approvals = Approvals.of(settings);

    private String asked(String callId, String path) {
        return session.execute(callId, "write", write(path), calls.handlers)
                .approval()
                .orElseThrow();
    }

    /** A confirmation that nobody asked for, or of another session, runs nothing. */
    @Test
    void aForgedConfirmationRunsNothing() {
        String id = asked("c", "ask");
        Answers.approve(approvals, id, "ann");
        PolicySession other = calls.engine(settings).build().session("other");
        assertThatThrownBy(() -> other.calls().resume(id, calls.handlers)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.calls().resume("0".repeat(32), calls.handlers))
                .isInstanceOf(IllegalStateException.class);
        assertThat(calls.ran).isEmpty();
    }

    /** A "no" stays a "no", however often the call is resumed, and whatever else is approved. */
    @Test
    void aDeclinedCallNeverRuns() {
        String no = asked("c1", "ask1");
        String yes = asked("c2", "ask2");
        Answers.decline(approvals, no, "ann", "no");
        Answers.approve(approvals, yes, "ann");
        assertThat(session.calls().resume(yes, calls.handlers).kind()).isEqualTo(CallResult.Kind.RAN);
        for (int i = 0; i < 3; i++) {
            assertThat(session.calls().resume(no, calls.handlers).kind()).isEqualTo(CallResult.Kind.DECLINED);
            assertThat(session.calls().guardApproved(no).run(calls.handlers).kind())
                    .isEqualTo(CallResult.Kind.DECLINED);
        }
        assertThat(calls.ran).hasSize(1);
    }

    /** Providers use ids of calls again. */
    @Test
    void anApprovalIsNotForAnotherCallWithTheSameId() {
        String first = asked("call_1", "ask1");
        Answers.approve(approvals, first, "ann");
        String second = asked("call_1", "ask2");
        assertThat(second).isNotEqualTo(first);
        assertThat(session.calls().resume(second, calls.handlers).kind()).isEqualTo(CallResult.Kind.PENDING);
        assertThat(session.calls()
                        .resume(first, calls.handlers)
                        .arguments()
                        .orElseThrow()
                        .path("path")
                        .asText())
                .isEqualTo("ask1");
        assertThat(calls.ran).hasSize(1);
    }

    /** An answer to what a page showed before is not one to what waits now, even in the same session and tool. */
    @Test
    void anAnswerIsForTheArgumentsThatWereShown() {
        Approval shown = approvals.find(asked("c", "ask1")).orElseThrow();
        Approval other = approvals.find(asked("c", "ask2")).orElseThrow();
        assertThat(shown.digest()).isNotEqualTo(other.digest());
        approvals.approve(shown, "ann");
        assertThat(approvals.find(other.id()).orElseThrow().status()).isEqualTo(Approval.Status.PENDING);
    }

    /** A failing policy denies, before a person is asked and after. */
    @Test
    void anErrorOfAPolicyLetsNothingRun() {
        AtomicBoolean broken = new AtomicBoolean();
        ToolPolicy fragile = new ToolPolicy() {
            @Override
            public String name() {
                return "fragile";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.everyTool();
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                if (broken.get()) {
                    throw new IllegalStateException("a fault");
                }
                return PolicyDecision.allow();
            }
        };
        PolicySession guarded = calls.engine(settings).policies(fragile).build().session("t");
        String id = guarded.execute("c", "write", write("ask"), calls.handlers)
                .approval()
                .orElseThrow();
        Answers.approve(approvals, id, "ann");
        broken.set(true);
        assertThat(guarded.calls().resume(id, calls.handlers).kind()).isEqualTo(CallResult.Kind.DENIED);
        assertThat(guarded.execute("d", "write", write("ask"), calls.handlers).kind())
                .isEqualTo(CallResult.Kind.DENIED);
        assertThat(calls.ran).isEmpty();
        broken.set(false);
        assertThat(guarded.calls().resume(id, calls.handlers).kind())
                .as("a denied run spends nothing")
                .isEqualTo(CallResult.Kind.RAN);
    }

    /** A listener or check of the service that fails approves nothing. */
    @Test
    void aFailingCheckOfWhoMayAnswerRejects() {
        Approval shown = approvals.find(asked("c", "ask")).orElseThrow();
        Approvals fragile = Approvals.of(settings.withApprovers((approval, who) -> {
            throw new IllegalStateException("no directory");
        }));
        assertThatThrownBy(() -> fragile.approve(shown, "ann")).isInstanceOf(RuntimeException.class);
        assertThat(approvals.find(shown.id()).orElseThrow().status()).isEqualTo(Approval.Status.PENDING);
    }
}
