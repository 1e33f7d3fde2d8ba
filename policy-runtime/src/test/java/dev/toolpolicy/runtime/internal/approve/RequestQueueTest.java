package dev.toolpolicy.runtime.internal.approve;

import static dev.toolpolicy.runtime.internal.approve.Writes.ended;
import static dev.toolpolicy.runtime.internal.approve.Writes.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of requests, their end with the session, and handlers that are busy. */
class RequestQueueTest {
    private final Desk desk = new Desk();
    private final PolicySession session = Writes.session(desk.settings());

    private ToolCallStream begun(String id, String path) {
        return Writes.begun(session, id, path);
    }

    private static String declined(ToolCallOutcome outcome) {
        return outcome.kind() == ToolCallOutcome.Kind.DECLINED
                ? outcome.source().orElseThrow() + ": " + outcome.forModel()
                : outcome.toString();
    }

    @Test
    void closingTheSessionDeclinesWhatIsOpen() {
        ToolCallStream first = ended(begun("a", "src/a"));
        ToolCallStream second = ended(begun("b", "src/b"));
        session.close();
        assertThat(declined(now(first)))
                .isEqualTo("closed: Not run: this call needs a person's approval, and the session was closed first.");
        assertThat(declined(now(second)))
                .isEqualTo("closed: Not run: this call needs a person's approval, and the session was closed first.");
        assertThat(desk.heard()).last().isEqualTo("withdraw a: the session was closed first");
    }

    @Test
    void requestsAfterTheSessionIsClosedAreDeclined() {
        ToolCallStream call = session.calls().call("c", "write");
        session.close();
        ended(call.append("{\"path\":\"src/a\","));
        assertThat(desk.heard()).isEmpty();
        assertThat(declined(now(call)))
                .isEqualTo("closed: Not run: this call needs a person's approval, and the session was closed first.");
    }

    @Test
    void repeatedEditsComeBeforeWaitingRequests() {
        ended(begun("a", "src/a"));
        begun("b", "src/b");
        desk.answer(request -> request.edit("[]"));
        assertThat(desk.call().callId()).isEqualTo("a");
    }

    @Test
    void aHandlerThatIsBusyHearsOfTheLatestRevisionOnce() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        PolicySession busy = Writes.session(desk.settings().withExecutor(tasks::add));
        ToolCallStream call = busy.calls().call("c", "write").append("{\"path\":\"src/a\",");
        tasks.remove().run();
        ended(call);
        call.conclude();
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertThat(desk.heard())
                .containsExactly(
                        "ask c {\"path\":\"src/a\"} missing [content, mode]",
                        "refresh c {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
    }

    @Test
    void aHandlerThatIsBusyIsAskedAboutTheLatestRevision() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        PolicySession busy = Writes.session(desk.settings().withExecutor(tasks::add));
        ToolCallStream call = busy.calls()
                .call("c", "write")
                .append("{\"path\":\"src/a\",")
                .append("\"content\":\"x\"")
                .append("}");
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertThat(desk.heard()).containsExactly("ask c {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
        assertThat(call.isWhole()).isTrue();
    }

    @Test
    void aRequestThatIsWithdrawnBeforeItWasShownIsNeverShown() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        Writes.session(desk.settings().withExecutor(tasks::add))
                .calls()
                .call("c", "write")
                .append("{\"path\":\"src/a\",")
                .append("]");
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertThat(desk.heard()).isEmpty();
    }

    @Test
    void anEmptiedEditorIsNoCallWithoutArguments() {
        PolicySession strict = Writes.session(desk.settings(), Policies.approval("run"));
        strict.calls().call("r", "run").append("{}");
        for (String empty : List.of("", " \n")) {
            desk.answer(request -> request.edit(empty));
            assertThat(desk.call().problem()).isPresent();
        }
    }

    @Test
    void anApprovalDoesntSatisfyAPolicyThatCameAfterIt() {
        ToolCallStream call = ended(begun("c", "src/a"));
        desk.answer(ApprovalRequest::approve);
        session.policies().register(Policies.approval("write"));
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DENIED);
    }
}
