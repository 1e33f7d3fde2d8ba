package dev.toolpolicy.examples.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.anthropic.MessagesTurn;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.examples.tools.assistant.GetAirQualityTool;
import dev.toolpolicy.examples.tools.assistant.GetWeatherTool;
import dev.toolpolicy.langchain4j.GuardedResponse;
import dev.toolpolicy.langchain4j.PolicyTools;
import dev.toolpolicy.mcp.PolicyMcp;
import dev.toolpolicy.openai.ChatCompletionsTurn;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.springai.PolicyToolCallingManager;
import dev.toolpolicy.springai.ToolPolicies;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** The guide's code is this class's. */
class IntegrationsGuideTest {
    private static final Path GUIDE = Path.of("../docs/how-to/choose-an-integration.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/examples/sdk/IntegrationsGuideTest.java");
    private static final String BYE = """
        data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
        "delta":{"role":"assistant","content":"It is clear."},"finish_reason":"stop"}]}

        data: [DONE]

        """;
    private static final String STOP = """
        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
        "usage":{"output_tokens":1}}

        """;

    private final ToolCatalog catalog = ToolCatalog.of(Stream.of("get_weather", "get_air_quality")
            .map(name -> ToolCatalog.load().find(name).orElseThrow())
            .toList());
    private final List<String> asked = new ArrayList<>();
    private final Weather weather = new Weather();
    private final PolicyEngine engine = engine();
    private final ToolHandlers tools = tools();
    private final PolicySession session = engine.session("user-42");
    private final Sessions sessions = id -> session;
    private ReplayServer server;

    @TempDir
    private Path folder;

    private interface Sessions {
        PolicySession of(Object id);
    }

    private final class Weather {
        String in(String city) {
            asked.add("weather in " + city);
            return "sunny";
        }

        String airIn(String city) {
            asked.add("air in " + city);
            return "clear";
        }
    }

    private PolicyEngine engine() {
        PolicyEngine engine = PolicyEngine.builder().tools(catalog).build();
        return engine;
    }

    private ToolHandlers tools() {
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .handle(GetWeatherTool.TOOL, (arguments, call) -> weather.in(arguments.city()))
                .handle(GetAirQualityTool.TOOL, (arguments, call) -> weather.airIn(arguments.city()))
                .build();
        return tools;
    }

    @BeforeEach
    void start() throws IOException {
        server = ReplayServer.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void play(String recording) throws IOException {
        try (InputStream in =
                ToolCatalog.class.getResourceAsStream("/dev/toolpolicy/examples/recordings/" + recording)) {
            server.play(Replay.events(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    @Test
    void openAi() throws IOException {
        play("weather.sse");
        server.play(Replay.events(BYE));
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("none")
                .build();

        StreamedTurn reader = new StreamedTurn(session, tools, TurnSettings.defaults());
        ChatCompletionsTurn turns = new ChatCompletionsTurn(client, reader);

        ChatCompletionsTurn.Step step = turns.run(ChatCompletionCreateParams.builder()
                .model("gpt-4.1")
                .tools(ChatCompletionsTurn.tools(engine.tools()))
                .addUserMessage("How is the air in Tokyo?")
                .build());
        while (!step.isLast()) {
            step = turns.run(step.next());
        }

        assertThat(step.text()).isEqualTo("It is clear.");
        assertThat(asked).containsExactly("weather in Tokyo", "air in Tokyo");
    }

    @Test
    void anthropic() throws IOException {
        play("time.sse");
        server.play(Replay.events(STOP));
        AnthropicClient client = AnthropicOkHttpClient.builder()
                .baseUrl(server.uri().toString())
                .apiKey("none")
                .build();

        MessagesTurn turns = new MessagesTurn(client, new StreamedTurn(session, tools, TurnSettings.defaults()));

        MessagesTurn.Step step = turns.run(MessageCreateParams.builder()
                .model("claude-sonnet-4-0")
                .maxTokens(1024)
                .tools(MessagesTurn.tools(engine.tools()))
                .addUserMessage("How is the air in Tokyo?")
                .build());
        while (!step.isLast()) {
            step = turns.run(step.next());
        }

        assertThat(step.result().results()).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void langChain() throws IOException {
        play("weather.sse");
        server.play(Replay.events(BYE));
        StreamingChatModel model = OpenAiStreamingChatModel.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .build();

        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("How is the air in Tokyo?")));
        GuardedResponse.Step step;
        do {
            GuardedResponse response =
                    new GuardedResponse(session, tools, TurnSettings.defaults(), Duration.ofMinutes(5));
            model.chat(
                    ChatRequest.builder()
                            .messages(messages)
                            .toolSpecifications(GuardedResponse.specifications(session.offeredTools()))
                            .build(),
                    response);
            step = response.step().toCompletableFuture().join();
            messages.addAll(step.messages());
        } while (!step.isLast());

        assertThat(step.text()).isEqualTo("It is clear.");
        assertThat(asked).containsExactly("weather in Tokyo", "air in Tokyo");
        assertThat(messages).hasSize(5);
    }

    private final class WeatherTools {
        @dev.langchain4j.agent.tool.Tool("Tells the weather")
        String weather(@P(name = "city", value = "the city") String city) {
            return weather.in(city);
        }
    }

    interface Assistant {
        String chat(@MemoryId String user, @dev.langchain4j.service.UserMessage String message);
    }

    @Test
    void langChainsOwnLoop() throws IOException {
        Path file = Files.writeString(folder.resolve("tool-policy.toml"), """
            [tools.weather.policy]
            run = [{ arg = "/city", const = "Tokyo", mode = "allow" }, { mode = "deny" }]
            result = "allow"
            """);
        server.play(Replay.json(answer("""
            "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "weather", "arguments":
            "{\\"city\\":\\"Tokyo\\"}" } }]\
            """, "tool_calls")));
        server.play(Replay.json(answer("\"content\": \"It is sunny.\"", "stop")));
        ChatModel model = OpenAiChatModel.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .build();

        PolicyTools tools = PolicyTools.of(HostPolicies.read(file), new WeatherTools());

        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .toolProvider(tools)
                .registerListeners(tools.listeners())
                .build();

        assertThat(assistant.chat("user-42", "How is the weather in Tokyo?")).isEqualTo("It is sunny.");
        assertThat(asked).containsExactly("weather in Tokyo");
    }

    private static String answer(String message, String finishReason) {
        return """
            { "id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{ "index": 0, "message":
            { "role": "assistant", %s }, "finish_reason": "%s" }], "usage": { "total_tokens": 2 } }
            """.formatted(message, finishReason);
    }

    @Test
    void springAi(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("tool-policy.toml"), """
            [tools.get_weather.policy]
            run = [{ arg = "/city", const = "Tokyo", mode = "allow" }, { mode = "deny" }]
            """);
        ToolCallback tool = new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return ToolDefinition.builder()
                        .name("get_weather")
                        .description("")
                        .inputSchema("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}")
                        .build();
            }

            @Override
            public String call(String arguments) {
                return "sunny";
            }
        };

        ToolCallingManager manager = PolicyToolCallingManager.of(HostPolicies.read(file), tool);

        var options = ToolCallingChatOptions.builder()
                .toolCallbacks(List.of(tool))
                .toolContext(Map.of(ToolPolicies.SESSION, "user-42"))
                .build();
        assertThat(manager.resolveToolDefinitions(options)).hasSize(1);
        assertThat(called(manager, options, "{\"city\":\"Tokyo\"}")).isEqualTo("sunny");
        assertThat(called(manager, options, "{\"city\":\"Oslo\"}")).contains("Denied");
    }

    private static String called(ToolCallingManager manager, ToolCallingChatOptions options, String arguments) {
        AssistantMessage message = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", "get_weather", arguments)))
                .build();
        List<Message> history = manager.executeToolCalls(
                        new Prompt(List.of(), options), new ChatResponse(List.of(new Generation(message))))
                .conversationHistory();
        return ((ToolResponseMessage) history.get(history.size() - 1))
                .getResponses()
                .get(0)
                .responseData();
    }

    @Test
    void mcp() throws IOException {
        Path file = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.'*'.policy]\nrun = 'allow'\n");
        SyncToolSpecification tool = new SyncToolSpecification(
                Tool.builder("get_weather", Map.of("type", "object")).build(),
                (client, call) ->
                        CallToolResult.builder().addTextContent("sunny").build());
        StdioServerTransportProvider transport = new StdioServerTransportProvider(
                McpJsonDefaults.getMapper(), InputStream.nullInputStream(), new ByteArrayOutputStream());

        PolicyMcp policy = PolicyMcp.of(HostPolicies.read(file), (engine, caller) -> engine.session("the only client"));
        McpSyncServer server = McpServer.sync(transport)
                .capabilities(ServerCapabilities.builder().tools(true).build())
                .tools(policy.guard(tool))
                .addToolFilter(policy.filter())
                .build();

        assertThat(server.listTools()).extracting(Tool::name).containsExactly("get_weather");
        server.close();
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        String code = squeezed(Files.readString(THIS));
        List<String> blocks = CodeBlock.texts(GUIDE, "java");
        assertThat(blocks).hasSize(5);
        for (String block : blocks) {
            for (String part : block.split("\n\n")) {
                assertThat(code).contains(squeezed(part));
            }
        }
    }

    private static String squeezed(String code) {
        return String.join(" ", code.trim().split("\\s+"));
    }
}
