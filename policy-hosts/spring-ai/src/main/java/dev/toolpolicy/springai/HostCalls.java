package dev.toolpolicy.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;

/**
 * The calls of one response as the host's manager runs them: one at a time, each as if the model had made only this one.
 * The manager sees the earlier ones in the history, so its own limits count them.
 */
final class HostCalls {
    private final ToolPolicies policies;
    private final ToolCallingManager host;
    private final @Nullable ToolCallingChatOptions options;
    private final ChatResponse response;
    private final Generation generation;
    private List<Message> history;

    HostCalls(ToolPolicies policies, ToolCallingManager host, Prompt prompt, ChatResponse response, Generation from) {
        this.policies = policies;
        this.host = host;
        this.options = prompt.getOptions() instanceof ToolCallingChatOptions given ? given : null;
        this.response = response;
        this.generation = from;
        this.history = prompt.getInstructions();
    }

    /** The result of a call that the host ran. */
    record Ran(String text, boolean failed, boolean started, boolean offered, boolean direct) {
        /** Creates the result of a call that the host was not asked to run. */
        static Ran not(String text) {
            return new Ran(text, false, false, true, false);
        }
    }

    @Nullable
    ToolCallingChatOptions options() {
        return options;
    }

    /** Runs a call. Throws what the host's manager throws. */
    Ran run(ToolCall call, String arguments) {
        ApprovedRun run = new ApprovedRun(policies.owner(), call.name(), arguments);
        ToolCall alone = new ToolCall(call.id(), call.type(), call.name(), arguments);
        ToolExecutionResult done = host.executeToolCalls(
                new Prompt(history, single(run)),
                new ChatResponse(
                        List.of(new Generation(message(alone), generation.getMetadata())), response.getMetadata()));
        List<ToolResponse> results = lastResponses(done.conversationHistory());
        boolean offered = HostOptions.tools(options).stream()
                .anyMatch(tool -> tool.getToolDefinition().name().equals(call.name()));
        if (results.isEmpty()) {
            return new Ran("The tool's result is missing.", true, true, offered, false);
        }
        history = done.conversationHistory();
        return new Ran(
                results.get(results.size() - 1).responseData(),
                run.hasFailed(),
                run.wasTaken(),
                offered,
                done.returnDirect());
    }

    /** Adds a call that didn't run to what the host's manager sees of the calls before. */
    void skipped(ToolCall call, ToolResponse result) {
        List<Message> longer = new ArrayList<>(history);
        longer.add(message(call));
        longer.add(ToolResponseMessage.builder().responses(List.of(result)).build());
        history = longer;
    }

    private AssistantMessage message(ToolCall call) {
        AssistantMessage whole = generation.getOutput();
        return AssistantMessage.builder()
                .content(Optional.ofNullable(whole.getText()).orElse(""))
                .properties(whole.getMetadata())
                .toolCalls(List.of(call))
                .build();
    }

    private static List<ToolResponse> lastResponses(List<Message> history) {
        return !history.isEmpty() && history.get(history.size() - 1) instanceof ToolResponseMessage last
                ? last.getResponses()
                : List.of();
    }

    private ToolCallingChatOptions single(ApprovedRun run) {
        ToolCallingChatOptions of =
                options == null ? ToolCallingChatOptions.builder().build() : options;
        return HostOptions.guarded(of, policies, Map.of(ApprovedRun.KEY, run));
    }
}
