package dev.toolpolicy.lab.sdk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.Part;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.toolpolicy.adk.ToolPolicyPlugin;
import dev.toolpolicy.langchain4j.PolicyTools;
import dev.toolpolicy.mcp.PolicyMcp;
import dev.toolpolicy.springai.PolicyToolCallingManager;
import dev.toolpolicy.springai.ToolPolicies;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** One call of a tool in each host, with nothing outside of memory. */
final class HostLoops {
    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}";
    private static final String ARGUMENTS = "{\"path\":\"src/a\"}";

    private HostLoops() {}

    /**
     * A host's work.
     *
     * @param plain without policies
     * @param guarded with policies
     */
    record Loop(Supplier<Object> plain, Supplier<Object> guarded) {}

    private static String read(String path) {
        return "the text of " + path;
    }

    // ---- LangChain4j

    private interface Assistant {
        String chat(@MemoryId String id, @UserMessage String text);
    }

    /** The tool of LangChain4j. */
    public static final class Files {
        @Tool(name = "read_file", value = "Reads a file.")
        public String readFile(String path) {
            return read(path);
        }
    }

    private static final class Model implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            List<dev.langchain4j.data.message.ChatMessage> messages = request.messages();
            if (messages.get(messages.size() - 1) instanceof ToolExecutionResultMessage result) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(result.text()))
                        .finishReason(dev.langchain4j.model.output.FinishReason.STOP)
                        .build();
            }
            ToolExecutionRequest call = ToolExecutionRequest.builder()
                    .id("1")
                    .name("read_file")
                    .arguments(ARGUMENTS)
                    .build();
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from(call))
                    .finishReason(dev.langchain4j.model.output.FinishReason.TOOL_EXECUTION)
                    .build();
        }
    }

    static Loop langChain4j() {
        Assistant plain = AiServices.builder(Assistant.class)
                .chatModel(new Model())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(4))
                .tools(new Files())
                .build();
        Assistant guarded = AiServices.builder(Assistant.class)
                .chatModel(new Model())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(4))
                .toolProvider(PolicyTools.of(HostOverheadBenchmark.policies(), new Files()))
                .build();
        return new Loop(() -> plain.chat("user", "Go on."), () -> guarded.chat("user", "Go on."));
    }

    // ---- Spring AI

    private static final ToolCallback CALLBACK = new ToolCallback() {
        private final ToolDefinition definition = ToolDefinition.builder()
                .name("read_file")
                .description("Reads a file.")
                .inputSchema(SCHEMA)
                .build();

        @Override
        public ToolDefinition getToolDefinition() {
            return definition;
        }

        @Override
        public String call(String arguments) {
            return read(arguments.substring(arguments.indexOf("src"), arguments.lastIndexOf('"')));
        }
    };

    static Loop springAi() {
        ToolCallingManager plain = DefaultToolCallingManager.builder().build();
        ToolCallingManager guarded = PolicyToolCallingManager.of(HostOverheadBenchmark.policies(), CALLBACK);
        ToolCallingChatOptions options = ToolCallingChatOptions.builder()
                .toolCallbacks(CALLBACK)
                .toolContext(Map.of(ToolPolicies.SESSION, "user"))
                .build();
        Prompt prompt = new Prompt("Go on.", options);
        var call = new AssistantMessage.ToolCall("1", "function", "read_file", ARGUMENTS);
        var response = new org.springframework.ai.chat.model.ChatResponse(List.of(new Generation(
                AssistantMessage.builder().content("").toolCalls(List.of(call)).build())));
        return new Loop(
                () -> plain.executeToolCalls(prompt, response).conversationHistory(),
                () -> guarded.executeToolCalls(prompt, response).conversationHistory());
    }

    // ---- ADK

    /** The tool of the ADK. */
    public static final class Functions {
        @Schema(name = "read_file", description = "Reads a file.")
        public static Map<String, Object> readFile(@Schema(name = "path") String path) {
            return Map.of("text", read(path));
        }
    }

    private static final class Gemini extends BaseLlm {
        Gemini() {
            super("memory");
        }

        @Override
        public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            List<Content> contents = request.contents();
            Part last = contents.get(contents.size() - 1).parts().orElseThrow().get(0);
            Part answer = last.functionResponse()
                    .map(result -> Part.fromText(result.response().orElseThrow().toString()))
                    .orElseGet(() -> Part.fromFunctionCall("read_file", Map.of("path", "src/a")));
            return Flowable.just(LlmResponse.builder()
                    .content(Content.builder().role("model").parts(answer).build())
                    .finishReason(new FinishReason(FinishReason.Known.STOP))
                    .build());
        }

        @Override
        public BaseLlmConnection connect(LlmRequest request) {
            throw new UnsupportedOperationException();
        }
    }

    static Loop adk() {
        return new Loop(adk(List.of()), adk(List.of(ToolPolicyPlugin.of(HostOverheadBenchmark.policies()))));
    }

    private static Supplier<Object> adk(List<? extends Plugin> plugins) {
        LlmAgent agent = LlmAgent.builder()
                .name("agent")
                .model(new Gemini())
                .tools(FunctionTool.create(Functions.class, "readFile"))
                .build();
        InMemoryRunner runner = new InMemoryRunner(agent, "app", plugins);
        Content question =
                Content.builder().role("user").parts(Part.fromText("Go on.")).build();
        return () -> {
            Session session =
                    runner.sessionService().createSession("app", "user").blockingGet();
            String answer = runner.runAsync("user", session.id(), question)
                    .toList()
                    .blockingGet()
                    .toString();
            runner.sessionService().deleteSession("app", "user", session.id()).blockingAwait();
            return answer;
        };
    }

    // ---- MCP

    static Loop mcp() {
        SyncToolSpecification own = SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder(
                                "read_file",
                                Map.of("type", "object", "properties", Map.of("path", Map.of("type", "string"))))
                        .build())
                .callHandler((context, request) -> CallToolResult.builder()
                        .addTextContent(read(request.arguments().get("path").toString()))
                        .build())
                .build();
        PolicyMcp policies =
                PolicyMcp.of(HostOverheadBenchmark.policies(), (engine, context) -> engine.session("user"));
        SyncToolSpecification guarded = policies.guard(own).get(0);
        CallToolRequest request = new CallToolRequest("read_file", Map.of("path", "src/a"), Map.of());
        return new Loop(
                () -> own.callHandler().apply(McpTransportContext.EMPTY, request),
                () -> guarded.callHandler().apply(McpTransportContext.EMPTY, request));
    }
}
