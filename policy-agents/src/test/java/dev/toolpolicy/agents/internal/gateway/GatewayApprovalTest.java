package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that wait for the client's user. */
final class GatewayApprovalTest extends PlayedGateway {
    private static final String YES = "{\"action\":\"accept\",\"content\":{\"approve\":true}}";

    @Override
    String policy() {
        return super.policy() + """

            [tools.once.policy]
            run = "ask"
            limits = [{ calls = 1 }]
            """;
    }

    @Test
    void aCancelledCallThatWaitsForApprovalNeverRuns() throws IOException {
        start();
        call(1, "send", "a");
        ObjectNode question = take(toClient);
        cancel(1);
        answer(question, "{\"action\":\"accept\",\"content\":{\"approve\":true}}");
        assertThat(answered(take(toClient))).contains("cancelled");
        assertThat(toServer).isEmpty();

        call(2, "read", "a");
        ObjectNode sent = take(toServer);
        cancel(2);
        assertThat(take(toServer).at("/params/requestId")).isEqualTo(sent.path("id"));
    }

    @Test
    void aCancelledCallWithdrawsItsQuestion() throws IOException {
        start();
        call(1, "send", "a");
        ObjectNode question = take(toClient);
        cancel(1);
        assertThat(answered(take(toClient))).isEqualTo("1 Not run: the client has cancelled it.");
        ObjectNode withdrawn = take(toClient);
        assertThat(withdrawn.path("method").asText()).isEqualTo("notifications/cancelled");
        assertThat(withdrawn.at("/params/requestId")).isEqualTo(question.path("id"));
        call(1, "send", "b");
        answer(take(toClient), "{\"action\":\"accept\",\"content\":{\"approve\":true}}");
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).as("the next call under this id").isEqualTo("1 sent");
        assertThat(toClient).as("the first call is answered once").isEmpty();
    }

    /** The call was approved, and counted, but the server never got it. */
    @Test
    void aCallThatIsNotSentAfterItsApprovalIsNotCounted() throws IOException {
        offered.add(tool("once", "string"));
        start();
        call(1, "once", "a");
        ObjectNode question = take(toClient);
        JsonNode once = offered.remove(0);
        offered.add(tool("once", "string").put("description", "something else"));
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        take(toClient);
        answer(question, YES);
        assertThat(answered(take(toClient))).contains("has changed it since it was first used");

        offered.remove(offered.size() - 1);
        offered.add(once);
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        take(toClient);
        call(2, "once", "a");
        answer(take(toClient), YES);
        serverAnswers(text("done"));
        assertThat(answered(take(toClient))).isEqualTo("2 done");
    }

    @Test
    void aCallThatIsCancelledWhileItWaitsForApprovalIsNotCounted() throws IOException {
        offered.add(tool("once", "string"));
        start();
        call(1, "once", "a");
        take(toClient);
        cancel(1);
        assertThat(answered(take(toClient))).isEqualTo("1 Not run: the client has cancelled it.");
        take(toClient);
        call(2, "once", "a");
        answer(take(toClient), YES);
        serverAnswers(text("done"));
        assertThat(answered(take(toClient))).isEqualTo("2 done");
    }

    private void cancel(int request) throws IOException {
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
                .formatted(request));
    }

    private void answer(ObjectNode question, String result) throws IOException {
        assertThat(question.path("method").asText()).isEqualTo("elicitation/create");
        gateway.fromClient(
                Message.response(question.path("id"), JSON.readTree(result)).toString());
    }

    @Test
    void theClientsUserApprovesOnlyByASpokenYes() throws IOException {
        start();
        List<String> refusals = List.of(
                "{\"action\":\"decline\"}",
                "{\"action\":\"accept\"}",
                "{\"action\":\"accept\",\"content\":{}}",
                "{\"action\":\"accept\",\"content\":{\"approve\":\"true\"}}",
                "{\"action\":\"accept\",\"content\":{\"approve\":false}}",
                "{\"action\":\"cancel\",\"content\":{\"approve\":true}}",
                "[]");
        for (String refusal : refusals) {
            call(1, "send", "a");
            answer(take(toClient), refusal);
            assertThat(take(toClient).at("/result/isError").asBoolean())
                    .as(refusal)
                    .isTrue();
        }
        call(1, "send", "a");
        ObjectNode question = take(toClient);
        assertThat(question.at("/params/message").asText())
                .contains("send")
                .contains("\"a\"")
                .contains("Would run without approval: /path prefix \"public/\"\n");
        answer(question, "{\"action\":\"accept\",\"content\":{\"approve\":true}}");
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("1 sent");
    }

    @Test
    void anApprovedCallOfAToolThatHasChangedMeanwhileNeverRuns() throws IOException {
        start();
        call(1, "send", "a");
        ObjectNode question = take(toClient);
        offered.removeAll().add(tool("send", "string").put("description", "something else"));
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        take(toClient);
        answer(question, "{\"action\":\"accept\",\"content\":{\"approve\":true}}");
        assertThat(answered(take(toClient))).contains("has changed it since it was first used");
        assertThat(toServer).isEmpty();
    }

    @Test
    void theClientsUserSeesEachCharacterThatRuns() throws IOException {
        start();
        String path = "docs/" + "a".repeat(300) + "/the-end ";
        call(1, "send", path);
        ObjectNode question = take(toClient);
        assertThat(question.at("/params/message").asText())
                .contains("\"" + path + "\"")
                .contains("Look closely: /path begins or ends with blanks");
        answer(question, "{\"action\":\"decline\"}");
        take(toClient);
    }

    @Test
    void aCallTooLongForADialogIsDeclinedUnasked() throws IOException {
        start();
        call(1, "send", "a".repeat(5_000));
        assertThat(answered(take(toClient)))
                .contains("too long for the client's dialog")
                .contains("--page");
        assertThat(toServer).isEmpty();
    }

    @Test
    void theServerCannotAnswerForTheUser() throws IOException {
        start();
        call(1, "send", "a");
        ObjectNode question = take(toClient);
        gateway.fromServer(Message.response(
                        question.path("id"), JSON.readTree("{\"action\":\"accept\",\"content\":{\"approve\":true}}"))
                .toString());
        gateway.fromServer(Message.request(question.path("id").asText(), "ping", JSON.createObjectNode())
                .toString());
        assertThat(take(toServer).path("error").path("code").asInt()).isNegative();
        answer(question, "{\"action\":\"decline\"}");
        assertThat(take(toClient).at("/result/isError").asBoolean()).isTrue();
        assertThat(toServer).isEmpty();
    }
}
