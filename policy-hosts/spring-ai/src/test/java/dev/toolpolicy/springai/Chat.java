package dev.toolpolicy.springai;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** What tests of this adapter have in common: tools that note their calls, and responses of a model. */
final class Chat {
    static final Map<String, Object> ID = Map.of(ToolPolicies.SESSION, "user-42");
    static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}";

    final List<String> ran = new ArrayList<>();

    /** A tool that notes its calls. The text "break" makes it throw. */
    ToolCallback tool(String name, boolean direct) {
        ToolDefinition definition = ToolDefinition.builder()
                .name(name)
                .description("Does " + name + ".")
                .inputSchema(SCHEMA)
                .build();
        return new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return definition;
            }

            @Override
            public ToolMetadata getToolMetadata() {
                return ToolMetadata.builder().returnDirect(direct).build();
            }

            @Override
            public String call(String arguments) {
                ran.add(name + arguments);
                if (arguments.contains("break")) {
                    throw new ToolExecutionException(definition, new IllegalStateException("the printer is on fire"));
                }
                return name + " did it";
            }
        };
    }

    ToolCallback tool(String name) {
        return tool(name, false);
    }

    static HostPolicies policies(String... lines) {
        return HostPolicies.of(
                PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", String.join("\n", lines)));
    }

    static ToolCallingChatOptions options(Map<String, Object> context, ToolCallback... tools) {
        return ToolCallingChatOptions.builder()
                .toolCallbacks(List.of(tools))
                .toolContext(context)
                .build();
    }

    static AssistantMessage.ToolCall call(String id, String name, String arguments) {
        return new AssistantMessage.ToolCall(id, "function", name, arguments.replace('\'', '"'));
    }

    static ChatResponse response(String finish, AssistantMessage.ToolCall... calls) {
        AssistantMessage said =
                AssistantMessage.builder().content("").toolCalls(List.of(calls)).build();
        return new ChatResponse(List.of(new Generation(
                said, ChatGenerationMetadata.builder().finishReason(finish).build())));
    }

    static ToolExecutionResult run(
            ToolCallingManager manager, ToolCallingChatOptions options, AssistantMessage.ToolCall... calls) {
        return manager.executeToolCalls(
                new Prompt(List.of(new UserMessage("Do it.")), options), response("TOOL_CALLS", calls));
    }

    static List<ToolResponse> responses(ToolExecutionResult result) {
        return ((ToolResponseMessage) result.conversationHistory()
                        .get(result.conversationHistory().size() - 1))
                .getResponses();
    }

    /** Runs one call and returns what the model reads. */
    static String said(ToolCallingManager manager, ToolCallingChatOptions options, String name, String arguments) {
        return responses(run(manager, options, call("call_1", name, arguments)))
                .get(0)
                .responseData();
    }
}
