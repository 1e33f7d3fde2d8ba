package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.examples.agent.AgentOptions.Api;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models behind an address, played by a local server. */
@Timeout(60)
class HttpModelTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CHAT = """
        data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"I look."},"finish_reason":null}]}

        data: {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"test","arguments":"{\\"su"}}]},"finish_reason":null}]}

        data: {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ite\\":\\"a\\"}"}}]},"finish_reason":null}]}

        data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """;
    private static final String MESSAGES = """
        event: message_start
        data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}

        event: content_block_start
        data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"test","input":{}}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"suite\\":\\"a\\"}"}}

        event: content_block_stop
        data: {"type":"content_block_stop","index":0}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}

        event: message_stop
        data: {"type":"message_stop"}

        """;
    private static final List<Message> CONVERSATION = List.of(
            Message.user("run the tests"),
            Message.assistant("", List.of(said("c0", false), said("c9", true))),
            Message.results(List.of(CallResult.notRun(1, "c0", "test", CallResult.Kind.DENIED, "not now"))));

    private static CallRecord said(String id, boolean cut) {
        ObjectNode arguments = JSON.createObjectNode();
        return new CallRecord("s", 1, id, "test").withArguments(cut ? arguments : arguments.put("suite", "x"), cut);
    }

    private static HttpModel model(URI url, Api api) {
        return new HttpModel(url, api, "small", "secret", AgentTools.catalog());
    }

    private static List<WirePart> respond(HttpModel model) throws IOException {
        List<WirePart> parts = new ArrayList<>();
        model.respond(CONVERSATION, parts::add);
        return parts;
    }

    @Test
    void chatCompletionsAreAskedAndRead() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            Exchange exchange = server.play(Replay.events(CHAT));
            List<WirePart> parts = respond(model(server.uri().resolve("/v1/chat/completions"), Api.CHAT));
            assertThat(parts)
                    .containsExactly(
                            WirePart.text("I look."),
                            WirePart.call(0, "c1", "test"),
                            WirePart.arguments(0, "{\"su"),
                            WirePart.arguments(0, "ite\":\"a\"}"),
                            WirePart.end(true, "tool_calls"));
            JsonNode asked =
                    JSON.readTree(exchange.request(Duration.ofSeconds(20)).body());
            assertThat(exchange.request(Duration.ofSeconds(20)).header("authorization"))
                    .contains("Bearer secret");
            assertThat(asked.path("messages").toString())
                    .isEqualTo("[{\"role\":\"user\",\"content\":\"run the tests\"},"
                                   + "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c0\",\"type\":\"function\",\"function\":"
                                   + "{\"name\":\"test\",\"arguments\":\"{\\\"suite\\\":\\\"x\\\"}\"}},{\"id\":\"c9\",\"type\":\"function\",\"function\":{\"name\":\"test\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"not"
                                   + " now\"}]");
            assertThat(asked.path("tools").findValuesAsText("name"))
                    .contains("bash", "fs_read_file")
                    .doesNotContain("deploy");
        }
    }

    @Test
    void messagesAreAskedAndRead() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            Exchange exchange = server.play(Replay.events(MESSAGES));
            List<WirePart> parts = respond(model(server.uri().resolve("/v1/messages"), Api.MESSAGES));
            assertThat(parts)
                    .containsExactly(
                            WirePart.call(0, "t1", "test"),
                            WirePart.arguments(0, "{\"suite\":\"a\"}"),
                            WirePart.end(true, "tool_calls"));
            JsonNode asked =
                    JSON.readTree(exchange.request(Duration.ofSeconds(20)).body());
            assertThat(exchange.request(Duration.ofSeconds(20)).header("x-api-key"))
                    .contains("secret");
            assertThat(asked.path("messages")
                            .get(1)
                            .path("content")
                            .get(0)
                            .path("input")
                            .path("suite")
                            .asText())
                    .isEqualTo("x");
            assertThat(asked.path("messages")
                            .get(2)
                            .path("content")
                            .get(0)
                            .path("is_error")
                            .asBoolean())
                    .isTrue();
            assertThat(asked.path("tools")
                            .get(0)
                            .path("input_schema")
                            .path("type")
                            .asText())
                    .isEqualTo("object");
        }
    }

    @Test
    void aResponseThatBreaksOffIsCut() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            server.play(Replay.events(
                    CHAT.substring(0, CHAT.indexOf("data: {\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},"))));
            List<WirePart> parts = respond(model(server.uri().resolve("/v1/chat/completions"), Api.CHAT));
            assertThat(parts.get(parts.size() - 1).kind()).isEqualTo(WirePart.Kind.CUT);
        }
    }

    @Test
    void cancellingClosesTheConnection() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            Exchange exchange = server.play(Replay.events(CHAT).holdingAfter(2));
            HttpModel model = model(server.uri().resolve("/v1/chat/completions"), Api.CHAT);
            List<WirePart> parts = new ArrayList<>();
            model.respond(CONVERSATION, part -> {
                parts.add(part);
                if (part.kind() == WirePart.Kind.ARGUMENTS) {
                    model.cancel();
                }
            });
            assertThat(parts.get(parts.size() - 1)).isEqualTo(WirePart.end(false, "no finish reason"));
            exchange.awaitLeft(Duration.ofSeconds(20));
        }
    }

    @Test
    void failuresGetAHint() throws Exception {
        try (ReplayServer server = ReplayServer.start()) {
            server.play(Replay.error(401, "{\"error\":\"no such key\u202e\"}"));
            assertThatThrownBy(() -> respond(model(server.uri().resolve("/v1/chat/completions"), Api.CHAT)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the model answers with status 401: {\"error\":\"no such key\\u202e\"}"
                            + " (is the right key in the variable of --key-env?)");
            server.play(Replay.events("data: {broken\n\n"));
            assertThatThrownBy(() -> respond(model(server.uri().resolve("/v1/chat/completions"), Api.CHAT)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the model's response can't be read: event 1 is not JSON");
        }
        assertThatThrownBy(() -> respond(model(URI.create("http://127.0.0.1:1/v1/messages"), Api.MESSAGES)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the model can't be reached at http://127.0.0.1:1/v1/messages");
    }
}
