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

    private void send(int id, String method, String params) throws IOException {
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params
                + META + "}}");
    }

    private void call(int id, String tool, String path, String more) throws IOException {
        send(id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{\"path\":\"" + path + "\"}," + more);
    }

    private void offer() {
        for (String name : List.of("read", "write", "send", "drop")) {
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
    @ValueSource(strings = {"input_required", "task", "later"})
    void aCallThatIsNotCompleteMeetsNoRequirement(String type) throws IOException {
        offer();
        call(1, "read", "a", "");
        serverAnswers(INPUT.replace("input_required", type));
        assertThat(take(toClient).at("/result/resultType").asText())
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
}
