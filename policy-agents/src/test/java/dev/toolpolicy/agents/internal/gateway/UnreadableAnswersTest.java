package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a server that can't be read: they end their requests, where nothing else would. */
final class UnreadableAnswersTest extends PlayedGateway {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[",
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{},\"result\":{\"content\":[]}}",
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{},\"extra\":1}",
                "{ \"id\" : %s , \"result\" : {\"method\":\"m\"}}",
                "{\"result\":{\"id\":5},\"error\":{},\"jsonrpc\":\"2.0\",\"id\":%s}",
                "{\"jsonrpc\":\"2.0\",\"id\":%s}",
            })
    void aRequestWhoseAnswerCannotBeReadEnds(String answer) throws IOException {
        start();
        call(1, "read", "a");
        String sent = take(toServer).path("id").toString();
        gateway.fromServer(answer.formatted(sent));
        assertThat(answered(take(toClient))).startsWith("1 ").contains("unknown", "can't be read");

        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"resources/read\"}");
        gateway.fromServer(answer.formatted("\"x\""));
        assertThat(answered(take(toClient))).isEqualTo("\"x\" the MCP server's answer can't be read");
        assertThat(toClient).isEmpty();
    }

    @Test
    void whatIsNoAnswerEndsNoRequest() throws IOException {
        start();
        call(1, "read", "a");
        String sent = take(toServer).path("id").toString();
        for (String text : new String[] {
            "listening",
            "{\"level\":\"info\",\"text\":\"calling\",\"id\":%s}",
            "{\"result\":{},\"id\":",
            "{\"level\":\"info\",\"response\":{\"jsonrpc\":\"2.0\",\"result\":{},\"id\":%s}}",
            "{\"level\":\"info\",\"method\":\"tools/call\",\"id\":%s}",
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\",\"extra\":1}",
        }) {
            gateway.fromServer(text.formatted(sent));
        }
        assertThat(toClient).isEmpty();
        gateway.fromServer(Message.response(JSON.readTree(sent), JSON.readTree(text("hello")))
                .toString());
        assertThat(answered(take(toClient))).isEqualTo("1 hello");
    }
}
