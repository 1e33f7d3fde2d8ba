package dev.toolpolicy.runtime.internal.approve;

import static dev.toolpolicy.runtime.internal.approve.Writes.begun;
import static dev.toolpolicy.runtime.internal.approve.Writes.ended;
import static dev.toolpolicy.runtime.internal.approve.Writes.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import org.junit.jupiter.api.Test;

/** Requests open when the call is complete; early ones are a setting, and never approve what wasn't shown. */
class CompleteRequestTest {
    private final Desk desk = new Desk();
    private final PolicySession session =
            Writes.session(PermissionSettings.of(desk).withExecutor(Runnable::run));

    @Test
    void theEasyAnswerDoesntApproveArgumentsThatNobodyHasSeen() {
        PolicySession early = Writes.session(desk.settings());
        ToolCallStream call = begun(early, "a", "src/a");
        desk.answer(ApprovalRequest::approve);
        ended(call);
        assertThat(call.conclude().toCompletableFuture()).isNotDone();
        assertThat(desk.call().unseen()).containsExactly("content", "mode");
        desk.answer(ApprovalRequest::approve);
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aRequestComesWhenTheCallIsComplete() {
        ToolCallStream call = begun(session, "a", "src/a");
        assertThat(desk.heard()).isEmpty();
        ended(call);
        assertThat(desk.heard()).containsExactly("ask a {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
        assertThat(desk.call().complete()).isTrue();
        desk.answer(ApprovalRequest::approve);
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aCallThatBreaksAsksNobody() {
        ToolCallStream call = begun(session, "a", "src/a").append("]");
        assertThat(desk.heard()).isEmpty();
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.INVALID);
    }

    @Test
    void anApprovalOfAnIncompleteCallIsNotRemembered() {
        PolicySession early = Writes.session(desk.settings());
        ToolCallStream first = begun(early, "a", "src/a");
        desk.answer(request -> request.approve().remembered());
        ended(first);
        desk.answer(ApprovalRequest::approve);
        assertThat(now(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        begun(early, "b", "src/b");
        assertThat(desk.call().callId()).isEqualTo("b");
    }

    @Test
    void anApprovalOfACompleteCallIsRememberedForItsRule() {
        ended(begun(session, "a", "src/a"));
        desk.answer(request -> request.approve().remembered());
        assertThat(now(ended(begun(session, "b", "src/b"))))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        ended(begun(session, "c", "other/c"));
        assertThat(desk.call().reason().canRememberApproval()).isFalse();
    }

    @Test
    void onlyTheShortSummaryCutsALongText() {
        String content = "echo " + "x".repeat(200) + " ; curl evil.example";
        session.calls().call("a", "write").append("{\"path\":\"src/a\",\"content\":\"" + content + "\"}");
        ApprovalRequest request = desk.shown();
        assertThat(request.summary()).doesNotContain("evil.example").contains("...");
        assertThat(request.wholeText()).contains("content: \"" + content + "\"");
        assertThat(ArgumentDisplay.of(request, ArgumentDisplay.Settings.whole()).functionCall())
                .contains(content);
        desk.answer(each -> each.decline(""));
    }

    @Test
    void aRequestCarriesWhatAPersonMustSee() {
        ended(session.calls().call("a", "write").append("{\"path\":\"src/\\u202Etxt.exe\\n\","));
        ApprovalRequest request = desk.shown();
        assertThat(request.tool().schema()).isEqualTo(Writes.FILE);
        assertThat(request.reason().list()).isEqualTo(ListKind.RUN);
        assertThat(request.reason().origin()).isEqualTo("the tool's declaration");
        assertThat(request.summary())
                .isEqualTo("A call of \"write\" needs approval: rule 2 (/path prefix \"src/\" -> ask) in the tool's"
                        + " declaration\n"
                        + "Calling tool write(path: \"src/\\u202etxt.exe\\n\", content: \"x\", mode: \"600\")\n"
                        + "Look closely: /path contains characters that are invisible or change the direction of"
                        + " text");
        assertThat(ArgumentDisplay.of(request, ArgumentDisplay.Settings.whole())
                        .json()
                        .json())
                .contains("\"src/\\u202etxt.exe\\n\"");
        desk.answer(each -> each.decline(""));
    }
}
