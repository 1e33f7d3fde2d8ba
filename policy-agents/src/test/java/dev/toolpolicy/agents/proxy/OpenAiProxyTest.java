package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.errors.RateLimitException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The real OpenAI SDK on the other side of the proxy. */
class OpenAiProxyTest {
    private static final ChatCompletionCreateParams ASKED = ChatCompletionCreateParams.builder()
            .model("gpt-4.1-mini")
            .addUserMessage("go")
            .build();
    private static final String WHOLE = """
        {"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",
        "content":null,"refusal":null,"annotations":[],"tool_calls":[
        {"id":"call_1","type":"function","function":{"name":"alpha","arguments":"{\\"value\\": \\"red\\"}"}},
        {"id":"call_2","type":"function","function":{"name":"beta","arguments":"{\\"value\\": \\"blue\\"}"}}]},
        "logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}
        """;

    private static ChatCompletion streamed(Proxied proxied) {
        ChatCompletionAccumulator all = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> response =
                proxied.openAi().chat().completions().createStreaming(ASKED)) {
            response.stream().forEach(all::accumulate);
        }
        return all.chatCompletion();
    }

    private static String calls(ChatCompletion completion) {
        return String.join(
                " ",
                completion.choices().get(0).message().toolCalls().orElse(List.of()).stream()
                        .map(call -> call.function().orElseThrow().function())
                        .map(function -> function.name() + function.arguments())
                        .toList());
    }

    private static String text(ChatCompletion completion) {
        return completion.choices().get(0).message().content().orElse("");
    }

    private static String finish(ChatCompletion completion) {
        return completion.choices().get(0).finishReason().asString();
    }

    private static ChatCompletion both(PolicyEngine engine) throws Exception {
        try (Proxied proxied = Proxied.of(engine)) {
            proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)).inPiecesOf(100));
            ChatCompletion streamed = streamed(proxied);
            proxied.play(Replay.json(WHOLE));
            ChatCompletion whole = proxied.openAi().chat().completions().create(ASKED);
            assertThat(calls(whole)).isEqualTo(calls(streamed));
            assertThat(text(whole)).isEqualTo(text(streamed));
            assertThat(finish(whole)).isEqualTo(finish(streamed));
            assertThat(whole.usage().orElseThrow().totalTokens()).isEqualTo(3);
            return streamed;
        }
    }

    @Test
    void approvedCallsReachTheClient() throws Exception {
        ChatCompletion answer = both(Proxied.engine("allow", "deny").build());
        assertThat(calls(answer)).isEqualTo("alpha{\"value\": \"red\"} beta{\"value\": \"blue\"}");
        assertThat(text(answer)).isEmpty();
        assertThat(finish(answer)).isEqualTo("tool_calls");
    }

    @Test
    void aRefusedCallIsReplacedAndTheOtherGoesOn() throws Exception {
        ChatCompletion answer = both(Proxied.engine("deny", "deny").build());
        assertThat(calls(answer)).isEqualTo("alpha{\"value\": \"red\"}");
        assertThat(text(answer))
                .isEqualTo("The call of \"beta\" was removed from this response. Denied by this tool's policy.");
        assertThat(finish(answer)).isEqualTo("tool_calls");
    }

    @Test
    void aResponseWithOnlyDeniedCallsStops() throws Exception {
        ChatCompletion answer = both(PolicyEngine.builder().build());
        assertThat(calls(answer)).isEmpty();
        assertThat(text(answer)).contains("\"alpha\"", "\"beta\"", "no tool is named");
        assertThat(finish(answer)).isEqualTo("stop");
    }

    @Test
    void askIsAnsweredByAPersonOrDeclined() throws Exception {
        assertThat(text(both(Proxied.engine("ask", "deny").build()))).contains("nobody is there to give it");
        assertThat(calls(both(Proxied.engine("ask", "deny")
                        .permission(request -> CompletableFuture.completedFuture(request.approve()))
                        .build())))
                .isEqualTo("alpha{\"value\": \"red\"} beta{\"value\": \"blue\"}");
        assertThat(text(both(Proxied.engine("edit", "deny")
                        .permission(request -> CompletableFuture.completedFuture(request.decline("not now")))
                        .build())))
                .isEqualTo(
                        "The call of \"beta\" was removed from this response. The user declined this call: not now.");
    }

    @Test
    void theResponseStaysOpenWhileARequestIsOpen() throws Exception {
        CompletableFuture<ApprovalRequest> shown = new CompletableFuture<>();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        PolicyEngine engine = Proxied.engine("ask", "deny")
                .permission(request -> {
                    shown.complete(request);
                    return answer.thenApply(yes -> request.approve());
                })
                .build();
        try (Proxied proxied = Proxied.beating(engine)) {
            proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
            CompletableFuture<ChatCompletion> coming = CompletableFuture.supplyAsync(() -> streamed(proxied));
            assertThat(shown.get().tool().name()).isEqualTo("beta");
            Thread.sleep(200); // a few heartbeats
            assertThat(coming).isNotDone();
            answer.complete(true);
            assertThat(calls(coming.get())).contains("beta");
        }
    }

    @Test
    void aClientThatLeavesWithdrawsItsOpenRequest() throws Exception {
        CompletableFuture<ApprovalRequest> shown = new CompletableFuture<>();
        CompletableFuture<String> withdrawn = new CompletableFuture<>();
        PolicyEngine engine = Proxied.engine("ask", "deny")
                .permission(new PermissionHandler() {
                    @Override
                    public CompletableFuture<Answer> ask(ApprovalRequest request) {
                        shown.complete(request);
                        return new CompletableFuture<>();
                    }

                    @Override
                    public void withdrawn(ApprovalRequest request, String reason) {
                        withdrawn.complete(reason);
                    }
                })
                .build();
        try (Proxied proxied = Proxied.beating(engine)) {
            proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
            try (StreamResponse<ChatCompletionChunk> response =
                    proxied.openAi().chat().completions().createStreaming(ASKED)) {
                response.stream().iterator().next();
                shown.get();
            }
            assertThat(withdrawn.get(20, TimeUnit.SECONDS)).isNotEmpty();
        }
    }

    @Test
    void aSlowUpstreamDelaysNoOtherResponse() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "deny").build())) {
            Exchange exchange = proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL))
                    .holdingAfter(1)
                    .holdingAfter(5));
            try (StreamResponse<ChatCompletionChunk> response =
                    proxied.openAi().chat().completions().createStreaming(ASKED)) {
                Iterator<ChatCompletionChunk> chunks = response.stream().iterator();
                assertThat(chunks.next().choices().get(0).delta().role()).isPresent();
                exchange.release();
                exchange.awaitSent(5, Proxied.PATIENCE);
                CompletableFuture<ChatCompletionChunk> next = CompletableFuture.supplyAsync(chunks::next);
                Thread.sleep(100);
                assertThat(next).isNotDone(); // the call's first pieces are there, and wait
                exchange.release();
                assertThat(next.get()
                                .choices()
                                .get(0)
                                .delta()
                                .toolCalls()
                                .orElseThrow()
                                .get(0)
                                .function()
                                .orElseThrow()
                                .name())
                        .contains("alpha");
            }
        }
    }

    @Test
    void aClientThatLeavesCancelsTheModel() throws Exception {
        try (Proxied proxied = Proxied.beating(Proxied.engine("allow", "deny").build())) {
            Exchange exchange = proxied.play(
                    Replay.events(Proxied.recorded(Proxied.PARALLEL)).holdingAfter(3));
            try (StreamResponse<ChatCompletionChunk> response =
                    proxied.openAi().chat().completions().createStreaming(ASKED)) {
                response.stream().iterator().next();
                exchange.awaitSent(3, Proxied.PATIENCE);
            }
            exchange.awaitLeft(Proxied.PATIENCE);
        }
    }

    @Test
    void errorsOfTheModelPassAsTheyAre() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            String body =
                    "{\"error\":{\"message\":\"slow down\",\"type\":\"rate_limit\",\"code\":\"r1\",\"param\":null}}";
            proxied.play(Replay.error(429, body).withHeader("x-request-id", "r-7"));
            assertThatThrownBy(() -> streamed(proxied)).isInstanceOfSatisfying(RateLimitException.class, error -> {
                assertThat(error.code()).contains("r1");
                assertThat(error.headers().values("x-request-id")).containsExactly("r-7");
            });
            proxied.play(Replay.error(500, body));
            assertThat(proxied.post(Proxied.CHAT, "{}").body()).isEqualTo(body);
        }
    }

    @Test
    void aModelThatBreaksOffLetsNoCallOut() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("allow", "deny").build())) {
            String recorded = Proxied.recorded(Proxied.PARALLEL);
            for (int pieces = 1; pieces < Replay.events(recorded).pieceCount() - 3; pieces += 3) {
                proxied.play(Replay.events(recorded).breakingAfter(pieces));
                StringBuilder calls = new StringBuilder();
                assertThatThrownBy(() -> {
                            try (var response =
                                    proxied.openAi().chat().completions().createStreaming(ASKED)) {
                                response.stream()
                                        .forEach(chunk -> chunk.choices()
                                                .get(0)
                                                .delta()
                                                .toolCalls()
                                                .ifPresent(calls::append));
                            }
                        })
                        .isInstanceOf(OpenAIException.class);
                assertThat(calls.toString()).isEmpty();
            }
        }
    }
}
