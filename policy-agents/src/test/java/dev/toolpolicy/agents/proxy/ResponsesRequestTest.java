package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of OpenAI responses that would get around the proxy. */
class ResponsesRequestTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{'background':true} # background",
                "{'background':'yes'} # background",
                "{'prompt':{'id':'p'}} # prompt",
                "{'tools':[{'type':'web_search'}]} # web_search",
                "{'tools':[{'type':'mcp','server_url':'https://x'}]} # mcp",
                "{'tools':[{'type':'custom','name':'sh'}]} # custom",
                "{'tools':[{'type':'namespace','name':'crm','tools':[]}]} # namespace",
                "{'tools':[{'type':'computer'}]} # computer",
                "{'tools':[{'type':'shell'}]} # shell",
                "{'tools':[{'type':'alpha'}]} # alpha",
                "{'tools':[{'type':'code_interpreter'}]} # code_interpreter",
                "{'tools':[{'name':'x'}]} # type",
                "{'tools':{'type':'function'}} # ",
                "{'input':[{'type':'mcp_approval_response','approve':true}]} # mcp_approval_response",
                "{'input':[{'type':'additional_tools','tools':[{'type':'mcp','server_url':'https://x'}]}]} # mcp",
                "{'input':[{'type':'additional_tools','tools':[{'type':'function','name':'a'},{'type':'shell'}]}]} #"
                        + " shell",
                "{'input':[{'type':'additional_tools','tools':{'type':'mcp'}}]} # tools",
                "{'input':[{'type':'tool_search_output','tools':[{'type':'custom','name':'sh'}]}]} # custom",
                "{'input':[{'type':'new_item','tools':[{'type':'function','name':'alpha'}]}]} # new_item",
                "{'input':[{'type':'new_item','more':[{'tools':[]}]}]} # new_item",
                "{'input':[{'tools':[{'type':'mcp'}]}]} # tools",
                "{'input':{'type':'additional_tools','tools':[{'type':'mcp'}]}} # input",
                "{'stream':'yes'} # stream",
            })
    void requestsThatCannotBeSeenThroughAreRefused(String body, String named) throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            Exchange never = proxied.play(Replay.json("{}"));
            HttpResponse<String> response = proxied.post(Proxied.RESPONSES, body.replace('\'', '"'));
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(JSON.readTree(response.body()).at("/error/message").asText())
                    .startsWith("Tool Policy: ")
                    .contains(named == null ? "" : named);
            assertThat(never.sent()).isZero();
        }
    }

    @Test
    void functionsThatAnItemOfTheInputBringsPass() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            Exchange response = proxied.play(Replay.json("{\"id\":\"r\",\"object\":\"response\",\"output\":[]}"));
            String item = "{'input':[{'type':'additional_tools','tools':[{'type':'function','name':'alpha',"
                    + "'parameters':{'properties':{'tools':{'type':'array'}}}}]}]}";
            proxied.post(Proxied.RESPONSES, item.replace('\'', '"'));
            assertThat(response.sent()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/responses/resp_1",
                "GET /v1/responses/resp_1?stream=true&starting_after=1",
                "POST /v1/responses/resp_1/cancel",
                "DELETE /v1/responses/resp_1",
                "GET /v1/responses/resp_1/input_items",
                "POST /v1/responses/compact",
                "POST /v1/conversations",
                "GET /v1/conversations/c/items",
                "GET /v1/responses",
            })
    void otherPathsAreNotServed(String request) throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "allow").build())) {
            Exchange never = proxied.play(Replay.json("{}"));
            URI uri = proxied.uri();
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
                String upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
                socket.getOutputStream()
                        .write((request + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n" + upgrade
                                        + "Content-Length: 0\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                byte[] answer = socket.getInputStream().readNBytes(12);
                assertThat(new String(answer, StandardCharsets.US_ASCII)).containsPattern("HTTP/1.1 40[45]");
            }
            assertThat(never.sent()).isZero();
        }
    }
}
