package dev.toolpolicy.springai;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/** A model that answers with one word, or with a stream that never ends, and keeps what it was sent. */
@SuppressWarnings("removal") // Spring AI 1.1 has only these
final class SeenChat implements ChatModel {
    final List<Prompt> prompts = new ArrayList<>();

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        return new ChatResponse(List.of(new Generation(new AssistantMessage("done"))));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        prompts.add(prompt);
        return Flux.never();
    }

    public ChatOptions getDefaultOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    /** Returns the options of the last prompt. */
    ToolCallingChatOptions options() {
        return (ToolCallingChatOptions) prompts.get(prompts.size() - 1).getOptions();
    }
}
