package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.test.ClosedPolicy;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A guarded tool in an AI service of LangChain4j, which has a loop of its own. */
class GuardedToolExecutorTest {
    private static final String TOOLS = """
        [tools.file_report]
        parameters.summary = { type = "string", required = true }
        parameters.urgent = { type = "boolean", default = false }
        """;
    private static final String BYE = """
        data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
        "delta":{"role":"assistant","content":"Bye."},"finish_reason":null}]}

        data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
        "delta":{},"finish_reason":"stop"}]}

        data: [DONE]

        """;

    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final Map<Object, PolicySession> sessions = new ConcurrentHashMap<>();

    interface Clerk {
        TokenStream write(@MemoryId String chat, @UserMessage String wish);
    }

    interface Stranger {
        TokenStream write(String wish);
    }

    /** What the model is told after it called the tool. */
    private String told(PolicyEngineBuilder builder) throws Exception {
        PolicyEngine engine = builder.build();
        return told(
                tool -> new GuardedToolExecutor(
                        tool, id -> sessions.computeIfAbsent(id, each -> engine.session(each.toString()))),
                Clerk.class,
                clerk -> clerk.write("chat-7", "File a report."));
    }

    private <T> String told(UnaryOperator<ToolExecutor> guard, Class<T> service, Function<T, TokenStream> asking)
            throws Exception {
        sessions.clear();
        ToolExecutor tool = (request, memory) -> {
            ran.add(request.arguments());
            return "filed as " + ran.size();
        };
        try (ReplayServer server = ReplayServer.start()) {
            server.play(Replay.events(RecordedCall.chat().body()));
            Exchange second = server.play(Replay.events(BYE));
            T clerk = AiServices.builder(service)
                    .streamingChatModel(OpenAiStreamingChatModel.builder()
                            .baseUrl(server.uri() + "/v1")
                            .apiKey("none")
                            .modelName("gpt-4.1")
                            .build())
                    .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
                    .tools(Map.of(
                            ToolSpecification.builder()
                                    .name("file_report")
                                    .parameters(JsonObjectSchema.builder()
                                            .addStringProperty("summary")
                                            .build())
                                    .build(),
                            guard.apply(tool)))
                    .build();
            CompletableFuture<String> done = new CompletableFuture<>();
            asking.apply(clerk)
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(
                            response -> done.complete(response.aiMessage().text()))
                    .onError(done::completeExceptionally)
                    .start();
            assertThat(done.get(20, TimeUnit.SECONDS)).isEqualTo("Bye.");
            return second.request(Duration.ofSeconds(5)).body();
        }
    }

    private static PolicyEngineBuilder engine(String rules) {
        return PolicyEngine.builder()
                .configuration(
                        PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS),
                        PolicyConfiguration.of(
                                ConfigurationFormat.TOML, "rules", "[tools.file_report.policy]\n" + rules));
    }

    @Test
    void allowedCallsRunOnce() throws Exception {
        assertThat(told(engine("run = \"allow\"\nresult = \"allow\"\n"))).contains("filed as 1");
        assertThat(ran).hasSize(1);
        assertThat(ran.get(0)).startsWith("{\"summary\":\"The forklift").endsWith("\"urgent\":false}");
        assertThat(sessions).containsOnlyKeys("chat-7");
    }

    @Test
    void theModelSeesDenials() throws Exception {
        String rule =
                "run = [{ arg = \"/summary\", prefix = \"The forklift\", mode = \"deny\" }, { mode = \"allow\" }]\n";
        assertThat(told(engine(rule))).contains("Denied by this tool's policy");
        assertThat(told(engine("run = \"allow\"\n").policies(new ClosedPolicy())))
                .contains("nothing runs here");
        assertThat(ran).isEmpty();
    }

    @Test
    void servicesWithoutAMemoryIdShareNothingSinceTheirCallsDontRun() throws Exception {
        PolicyEngine engine = engine("run = \"allow\"\n").build();
        String told = told(
                tool -> new GuardedToolExecutor(
                        tool, id -> sessions.computeIfAbsent(id, each -> engine.session(each.toString()))),
                Stranger.class,
                stranger -> stranger.write("File a report."));
        assertThat(told).contains("has no session", "@MemoryId").doesNotContain("filed as");
        assertThat(sessions).isEmpty();
        assertThat(ran).isEmpty();
    }

    @Test
    void aToolOfOneSessionNeedsNoMemoryId() throws Exception {
        PolicySession session = engine("run = \"allow\"\n").build().session("chat-7");
        assertThat(told(
                        tool -> new GuardedToolExecutor(tool, session),
                        Stranger.class,
                        stranger -> stranger.write("File a report.")))
                .contains("filed as 1");
    }

    @Test
    void aResultCanBeWithheld() throws Exception {
        assertThat(told(engine("run = \"allow\"\nresult = \"deny\"\n")))
                .contains("Its result is not shown")
                .doesNotContain("filed as");
        assertThat(ran).hasSize(1);
    }
}
