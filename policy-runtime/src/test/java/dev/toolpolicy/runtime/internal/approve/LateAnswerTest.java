package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The use of an answer: the handler hears of it, even if the answer and the end of the request coincide. */
class LateAnswerTest {
    private final List<String> heard = new ArrayList<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private ApprovalRequest shown;

    /** Hears on the test's thread, when the test wants it to. */
    private final PermissionSettings settings = PermissionSettings.of(new PermissionHandler() {
                @Override
                public CompletionStage<Answer> ask(ApprovalRequest request) {
                    heard.add("ask " + request.callId());
                    shown = request;
                    return answer.thenApply(given -> given);
                }

                @Override
                public void answered(ApprovalRequest request) {
                    heard.add("answered " + request.callId() + " " + request.arguments());
                }

                @Override
                public void withdrawn(ApprovalRequest request, String reason) {
                    heard.add("withdrawn " + request.callId() + ": " + reason);
                }
            })
            .withExecutor(tasks::add)
            .withEarly();

    private final PolicySession session = Writes.session(settings);

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private ToolCallStream asked() {
        ToolCallStream call = session.calls().call("a", "write").append("{\"path\":\"src/a\",");
        runTasks();
        assertThat(heard).containsExactly("ask a");
        return call;
    }

    private ToolCallOutcome outcome(ToolCallStream call) {
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        runTasks();
        assertThat(outcome).isCompleted();
        return outcome.join();
    }

    @Test
    void anAnswerThatIsUsedIsToldWithWhatWasShown() {
        ToolCallStream call = session.calls().call("a", "write").append("{\"path\":\"src/a\",\"content\":\"x\"}");
        runTasks();
        answer.complete(shown.approve());
        runTasks();
        assertThat(heard)
                .containsExactly("ask a", "answered a {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
        assertThat(outcome(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        session.close();
        runTasks();
        assertThat(heard).as("heard once").hasSize(2);
    }

    @Test
    void anAnswerToAQuestionThatHasJustEndedIsNotUsed() {
        ToolCallStream call = asked();
        session.close();
        answer.complete(shown.approve());
        assertThat(heard).as("the handler hasn't heard of the end").containsExactly("ask a");
        runTasks();
        assertThat(heard).containsExactly("ask a", "withdrawn a: the session was closed first");
        assertThat(outcome(call.append("\"content\":\"x\"}")))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DECLINED);
    }

    @Test
    void anAnswerToACallThatHasJustBecomeInvalidIsNotUsed() {
        ToolCallStream call = asked();
        call.append("7");
        answer.complete(shown.approve());
        runTasks();
        assertThat(heard).containsExactly("ask a", "withdrawn a: the call is invalid");
        assertThat(outcome(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.INVALID);
    }

    @Test
    void timeOutsAreNotAnswersOfTheHandler() {
        asked();
        answer.completeExceptionally(new IllegalStateException("gone"));
        runTasks();
        assertThat(heard).containsExactly("ask a");
    }

    @Test
    void aDeclineOfAllIsUsedForTheRequestThatWasShown() {
        asked();
        session.calls().call("b", "write").append("{\"path\":\"src/b\",");
        answer.complete(shown.declineAll("enough"));
        runTasks();
        assertThat(heard).containsExactly("ask a", "answered a {\"path\":\"src/a\"}");
    }

    /** The very moment: the request has its answer, and whoever opened it has not taken it. */
    private List<String> answeredAndThen(Consumer<OpenRequest> next) {
        PermissionCoordinator coordinator = new PermissionCoordinator(settings, new SessionAnswers(), "session");
        OpenRequest request = coordinator.open(
                id -> ShownRequest.ofResult(
                        id,
                        new ApprovalSubject(
                                "s", 1, "r", DeclaredTool.of("write", ToolSchema.of()), NormalPath.Form.PLAIN),
                        new ApprovalReason(
                                Mode.ASK, OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                        JsonNodeFactory.instance.objectNode(),
                        true,
                        JsonNodeFactory.instance.nullNode()),
                false);
        runTasks();
        answer.complete(shown.approve());
        runTasks();
        assertThat(heard).containsExactly("ask r");
        next.accept(request);
        runTasks();
        return heard.subList(1, heard.size());
    }

    @Test
    void anAnswerThatIsTakenStays() {
        assertThat(answeredAndThen(request -> {
                    request.take();
                    request.withdraw("over");
                    request.take();
                }))
                .containsExactly("answered r {}");
    }

    @Test
    void anAnswerThatIsNotTakenIsNotUsed() {
        assertThat(answeredAndThen(request -> {
                    request.withdraw("over");
                    request.take();
                    request.withdraw("over again");
                }))
                .containsExactly("withdrawn r: over");
    }
}
