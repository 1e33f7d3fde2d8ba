package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real Anthropic SDK on the other side of the proxy. */
class AnthropicProxyTest {
    private static final MessageCreateParams ASKED = MessageCreateParams.builder()
            .model("claude-sonnet-4-0")
            .maxTokens(100)
            .addUserMessage("go")
            .build();
    private static final String WHOLE = """
        {"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Let me look."},
        {"type":"tool_use","id":"t1","name":"get_time","input":{"timezone": "Europe/Paris"}},
        {"type":"tool_use","id":"t2","name":"alpha","input":{"value": "red"}}],
        "stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2}}
        """;

    private static Message streamed(Proxied proxied) {
        MessageAccumulator all = MessageAccumulator.create();
        try (StreamResponse<RawMessageStreamEvent> response =
                proxied.anthropic().messages().createStreaming(ASKED)) {
            response.stream().forEach(all::accumulate);
        }
        return all.message();
    }

    private static Message streamed(PolicyEngine engine, Replay replay) throws Exception {
        try (Proxied proxied = Proxied.of(engine)) {
            proxied.play(replay);
            return streamed(proxied);
        }
    }

    private static Message whole(PolicyEngine engine) throws Exception {
        try (Proxied proxied = Proxied.of(engine)) {
            proxied.play(Replay.json(WHOLE));
            return proxied.anthropic().messages().create(ASKED);
        }
    }

    /** Each block in a line. */
    private static List<String> blocks(Message message) {
        return message.content().stream().map(AnthropicProxyTest::block).toList();
    }

    private static String block(ContentBlock block) {
        return block.text()
                .map(text -> "text " + text.text())
                .or(() -> block.toolUse().map(call -> "call " + call.name() + " " + call._input()))
                .orElse("other");
    }

    private static String stop(Message message) {
        return message.stopReason().orElseThrow().asString();
    }

    private static Replay time() {
        return Replay.events(Proxied.recorded(Proxied.TIME)).inPiecesOf(333);
    }

    @Test
    void anApprovedCallReachesTheClient() throws Exception {
        Message answer = streamed(Proxied.engine("deny", "allow").build(), time());
        assertThat(blocks(answer)).contains("call get_time {timezone=Europe/Paris}");
        assertThat(stop(answer)).isEqualTo("tool_use");
        assertThat(blocks(whole(Proxied.engine("deny", "allow").build())))
                .containsExactly(
                        "text Let me look.", "call get_time {timezone=Europe/Paris}", "call alpha {value=red}");
    }

    @Test
    void aTextTakesTheRefusedCallsPlace() throws Exception {
        PolicyEngine engine = Proxied.engine("deny", "deny").build();
        String notice = "text The call of \"get_time\" was removed from this response. Denied by this tool's policy.";
        Message answer = streamed(engine, time());
        assertThat(blocks(answer))
                .filteredOn(block -> !block.equals("other"))
                .last()
                .asString()
                .endsWith(notice.substring(5));
        assertThat(blocks(answer)).noneMatch(block -> block.startsWith("call"));
        assertThat(stop(answer)).isEqualTo("end_turn");
        Message whole = whole(engine);
        assertThat(blocks(whole)).containsExactly("text Let me look.", notice, "call alpha {value=red}");
        assertThat(stop(whole)).isEqualTo("tool_use");
        assertThat(whole.usage().outputTokens()).isEqualTo(2);
    }

    @Test
    void textBehindADeniedCallArrivesUnchanged() throws Exception {
        String body = """
            event: message_start
            data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"beta","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"value\\":1}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t2","name":"alpha","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"value\\":\\"red\\"}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            proxied.play(Replay.events(body));
            Message answer = streamed(proxied);
            assertThat(blocks(answer).get(0)).contains("\"beta\"", "Denied by this tool's policy");
            assertThat(blocks(answer).get(1)).isEqualTo("call alpha {value=red}");
            proxied.play(Replay.events(body));
            String sent = proxied.post(Proxied.MESSAGES, "{\"stream\":true}").body();
            assertThat(sent)
                    .contains(body.substring(body.indexOf(
                            "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1")));
        }
    }

    @Test
    void askIsAnsweredByAPersonOrDeclined() throws Exception {
        assertThat(blocks(streamed(Proxied.engine("deny", "ask").build(), time()))
                        .toString())
                .contains("nobody is there to give it");
        assertThat(blocks(streamed(
                                Proxied.engine("deny", "ask")
                                        .permission(request -> CompletableFuture.completedFuture(request.approve()))
                                        .build(),
                                time()))
                        .toString())
                .contains("call get_time");
    }

    @Test
    void toolsOfTheProviderAreRefusedUnlessAllowed() throws Exception {
        Replay search = Replay.events(Proxied.recorded(Proxied.SEARCH));
        Message refused = streamed(Proxied.engine("deny", "deny").build(), search);
        assertThat(blocks(refused))
                .containsExactly("text This response was ended: it holds \"server_tool_use\" of \"web_search\", which"
                        + " can't be checked here.");
        assertThat(stop(refused)).isEqualTo("end_turn");
        try (Proxied proxied = Proxied.of(
                Proxied.engine("deny", "deny").build(), settings -> settings.withProviderTools(Set.of("web_search")))) {
            proxied.play(search);
            assertThat(proxied.post(Proxied.MESSAGES, "{\"stream\":true}").body())
                    .isEqualTo(Proxied.recorded(Proxied.SEARCH));
        }
    }

    @Test
    void aClientThatLeavesCancelsTheModel() throws Exception {
        try (Proxied proxied = Proxied.beating(Proxied.engine("deny", "allow").build())) {
            Exchange exchange =
                    proxied.play(Replay.events(Proxied.recorded(Proxied.TIME)).holdingAfter(4));
            try (StreamResponse<RawMessageStreamEvent> response =
                    proxied.anthropic().messages().createStreaming(ASKED)) {
                response.stream().iterator().next();
                exchange.awaitSent(4, Proxied.PATIENCE);
            }
            exchange.awaitLeft(Proxied.PATIENCE);
        }
    }

    /** Failed results, and text of the model, meet no requirement. */
    @ParameterizedTest
    @CsvSource({"user,false,true", "user,true,false", "assistant,false,false"})
    void aBelievedClientSaysWhatSucceeded(String role, boolean failed, boolean meets) throws Exception {
        ToolSchema any = new ToolSchema(ParameterType.mapOf(ParameterType.any()));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("get_time", any).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("alpha", any)
                                .withRun(RuleList.always(Mode.ALLOW))
                                .requiring(Requirement.allOf(List.of("get_time"))))))
                .build();
        String told = "{\"messages\":[{\"role\":\"" + role
                + "\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\","
                + "\"content\":\"noon\",\"is_error\":" + failed + "}]}]}";
        try (Proxied proxied = Proxied.of(engine, ProxySettings::withBeliefInClients)) {
            proxied.play(Replay.json(WHOLE));
            assertThat(proxied.post(Proxied.MESSAGES, "{}", ProxySettings.SESSION, "s")
                            .body())
                    .contains("was removed from this response");
            proxied.play(Replay.json(WHOLE));
            String next = proxied.post(Proxied.MESSAGES, told, ProxySettings.SESSION, "s")
                    .body();
            assertThat(next.contains("was removed from this response")).isEqualTo(!meets);
        }
    }
}
