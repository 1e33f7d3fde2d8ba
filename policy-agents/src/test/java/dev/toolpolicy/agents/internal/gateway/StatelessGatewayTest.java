package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and servers of the protocol's version 2026-07-28, over standard input and output. */
final class StatelessGatewayTest extends PlayedGateway {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
    private static final String INPUT = "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"inputRequests\":"
            + "{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Sure?\"}}}}";

    @Override
    String policy() {
        return super.policy() + "\n[tools.twice.policy]\nrun = \"allow\"\nlimits = [{ calls = 2 }]\n";
    }

    private void send(int id, String method, String params) throws IOException {
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params
                + META + "}}");
    }

    private void call(int id, String tool, String path, String more) throws IOException {
        send(id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{\"path\":\"" + path + "\"}," + more);
    }

    private void offer() {
        for (String name : List.of("read", "write", "send", "twice")) {
            offered.add(tool(name, "string"));
        }
    }

    @Test
    void theGatewayAsksForTheToolsInTheClientsVersion() throws IOException {
        playsLists = false;
        call(1, "read", "a", "");
        ObjectNode list = take(toServer);
        assertThat(list.path("method").asText()).isEqualTo("tools/list");
        assertThat(list.path("params"))
                .isEqualTo(JSON.readTree("{" + META.replace("{\"elicitation\":{}}", "{}") + "}"));
        offer();
        ObjectNode result = JSON.createObjectNode().put("resultType", "complete");
        result.set("tools", offered);
        gateway.fromServer(Message.response(list.path("id"), result).toString());
        ObjectNode sent = take(toServer);
        assertThat(sent.path("params"))
                .isEqualTo(JSON.readTree("{\"name\":\"read\",\"arguments\":{\"path\":\"a\"}," + META + "}"));
        gateway.fromServer(Message.response(sent.path("id"), JSON.readTree(text("content")))
                .toString());
        assertThat(answered(take(toClient))).isEqualTo("1 content");
        call(2, "read", "secret", "");
        ObjectNode refused = take(toClient);
        assertThat(answered(refused)).contains("secret");
        assertThat(refused.at("/result/resultType").asText()).isEqualTo("complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"input_required\"", "\"task\"", "\"later\"", "null", "[]"})
    void aCallThatIsNotCompleteMeetsNoRequirement(String type) throws IOException {
        offer();
        call(1, "read", "a", "");
        serverAnswers(INPUT.replace("\"input_required\"", type));
        assertThat(take(toClient).at("/result/resultType").toString())
                .as("it passes")
                .isEqualTo(type);
        call(2, "write", "a", "");
        assertThat(answered(take(toClient))).startsWith("2 ").contains("read");
        call(3, "read", "a", "\"requestState\":\"s\",\"inputResponses\":{\"a\":{\"action\":\"accept\"}},");
        ObjectNode again = take(toServer);
        assertThat(again.at("/params/requestState").asText()).isEqualTo("s");
        assertThat(again.at("/params/inputResponses/a/action").asText()).isEqualTo("accept");
        gateway.fromServer(Message.response(again.path("id"), JSON.readTree(text("content")))
                .toString());
        assertThat(answered(take(toClient))).isEqualTo("3 content");
        call(4, "write", "a", "");
        serverAnswers(text("written"));
        assertThat(answered(take(toClient))).isEqualTo("4 written");
    }

    @Test
    void eachSendingCountsInLimits() throws IOException {
        offer();
        call(1, "twice", "a", "");
        serverAnswers(INPUT);
        take(toClient);
        call(2, "twice", "a", "\"requestState\":\"s\",");
        serverAnswers(text("done"));
        assertThat(answered(take(toClient))).isEqualTo("2 done");
        call(3, "twice", "a", "");
        assertThat(answered(take(toClient))).isEqualTo("3 twice can run 2 times in this session.");
    }

    @Test
    void aCallThatIsSentAgainIsJudgedAgain() throws IOException {
        offer();
        call(1, "read", "a", "");
        serverAnswers(INPUT);
        take(toClient);
        call(2, "read", "secret", "\"requestState\":\"s\",\"inputResponses\":{\"a\":{\"action\":\"accept\"}},");
        assertThat(answered(take(toClient))).contains("secret");
        assertThat(toServer).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}",
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"Sampling/CreateMessage\"}}}",
                "{\"resultType\":\"input_required\",\"inputRequests\":[{\"method\":\"sampling/createMessage\"}]}",
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"Method\":\"sampling/createMessage\"}}}",
                "{\"resultType\":\"input_required\",\"InputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}",
                "{\"ResultType\":\"input_required\",\"requestState\":\"s\"}"
            })
    void noAnswerLetsTheServerAskTheModel(String result) throws IOException {
        offer();
        call(1, "read", "a", "");
        serverAnswers(result);
        ObjectNode answer = take(toClient);
        assertThat(answer.has("result")).as("%s", answer).isFalse();
        assertThat(answered(answer)).containsAnyOf("ask the model", "ambiguous");
        call(2, "write", "a", "");
        assertThat(answered(take(toClient))).startsWith("2 ").contains("read");
        send(3, "prompts/get", "\"name\":\"p\",");
        gateway.fromServer(Message.response(take(toServer).path("id"), JSON.readTree(result))
                .toString());
        assertThat(take(toClient).has("result")).isFalse();
    }

    @Test
    void theServerMayEndASubscription() throws IOException {
        send(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},");
        take(toServer);
        String end = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
        gateway.fromServer(end);
        assertThat(take(toClient)).isEqualTo(JSON.readTree(end));
        gateway.fromServer(end);
        assertThat(toClient).isEmpty();
        assertThat(log).containsExactly("a cancellation of no request of the server was dropped");
    }

    /** Returns the question that the client gets as the answer to a call of send. */
    private String asked(int id, String path) throws IOException {
        call(id, "send", path, "");
        ObjectNode question = take(toClient);
        assertThat(question.path("id").asInt()).isEqualTo(id);
        assertThat(question.at("/result/resultType").asText()).isEqualTo("input_required");
        assertThat(question.at("/result/inputRequests/approve/method").asText()).isEqualTo("elicitation/create");
        assertThat(question.at("/result/inputRequests/approve/params/message").asText())
                .contains("send", path);
        assertThat(question.at("/result/inputRequests/approve").size()).isEqualTo(2);
        return question.at("/result/requestState").asText();
    }

    private static String answer(String state, String action, boolean approve) {
        return "\"requestState\":\"" + state + "\",\"inputResponses\":{\"approve\":{\"action\":\"" + action
                + "\",\"content\":{\"approve\":" + approve + "}}},";
    }

    @Test
    void theClientsUserApprovesByTheCallThatIsSentAgain() throws IOException {
        offer();
        String state = asked(1, "a");
        call(2, "send", "a", answer(state, "accept", true));
        ObjectNode sent = take(toServer);
        assertThat(sent.path("params").fieldNames())
                .toIterable()
                .as("nothing of the question")
                .containsExactlyInAnyOrder("name", "arguments", "_meta");
        gateway.fromServer(
                Message.response(sent.path("id"), JSON.readTree(text("sent"))).toString());
        assertThat(answered(take(toClient))).isEqualTo("2 sent");
        assertThat(answered(declined(answer(asked(3, "a"), "decline", true)))).startsWith("9 ");
        assertThat(answered(declined(answer(asked(4, "a"), "accept", false)))).startsWith("9 ");
        assertThat(toServer).isEmpty();
    }

    private ObjectNode declined(String answer) throws IOException {
        call(9, "send", "a", answer);
        ObjectNode result = take(toClient);
        assertThat(result.at("/result/isError").asBoolean()).isTrue();
        return result;
    }

    @Test
    void anAnswerCountsForItsOwnCallOnce() throws IOException {
        offer();
        String state = asked(1, "a");
        call(2, "send", "b", answer(state, "accept", true));
        assertThat(take(toClient).at("/result/resultType").asText())
                .as("other arguments")
                .isEqualTo("input_required");
        call(3, "read", "a", answer("toolpolicy-1", "accept", true));
        serverAnswers(text("content"));
        assertThat(answered(take(toClient))).as("no question").isEqualTo("3 content");
        call(4, "send", "a", answer(state, "accept", true));
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("4 sent");
        call(5, "send", "a", answer(state, "accept", true));
        assertThat(take(toClient).at("/result/resultType").asText()).as("again").isEqualTo("input_required");
        assertThat(toServer).isEmpty();
    }

    /** The call that asked has ended, so no client would have the result. */
    @Test
    void aPlainResponseAnswersNoQuestion() throws IOException {
        offer();
        String state = asked(1, "a");
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":\"" + state
                + "\",\"result\":{\"action\":\"accept\",\"content\":{\"approve\":true}}}");
        assertThat(toServer).isEmpty();
        call(2, "send", "a", answer(state, "accept", true));
        serverAnswers(text("sent"));
        assertThat(answered(take(toClient))).isEqualTo("2 sent");
    }

    @Test
    void theCallThatIsSentAgainHasItsOwnProgress() throws IOException {
        offer();
        call(1, "send", "a", "\"requestState\":\"of the server\",");
        String state = take(toClient).at("/result/requestState").asText();
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"send\","
                + "\"arguments\":{\"path\":\"a\"}," + answer(state, "accept", true)
                + META.replace("{\"io.modelcontextprotocol/p", "{\"progressToken\":2,\"io.modelcontextprotocol/p")
                + "}}");
        ObjectNode sent = take(toServer);
        assertThat(sent.at("/params/_meta/progressToken").asInt()).isEqualTo(2);
        assertThat(sent.at("/params/requestState").asText()).isEqualTo("of the server");
    }

    @Test
    void aClientThatCantAskDeclines() throws IOException {
        offer();
        for (String capability : List.of("{}", "{\"elicitation\":{\"url\":{}}}", "{\"elicitation\":true}")) {
            gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"send\","
                    + "\"arguments\":{\"path\":\"a\"},"
                    + META.replace("{\"elicitation\":{}}", capability) + "}}");
            assertThat(answered(take(toClient))).contains("the client can't be asked");
        }
        assertThat(toServer).isEmpty();
    }

    @Test
    void theEndOfTheClientEndsItsQuestions() throws IOException {
        offer();
        asked(1, "a");
        gateway.clientGone();
        assertThat(toClient).isEmpty();
        assertThat(toServer).isEmpty();
    }
}
