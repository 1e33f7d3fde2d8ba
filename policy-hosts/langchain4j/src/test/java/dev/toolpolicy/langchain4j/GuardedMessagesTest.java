package dev.toolpolicy.langchain4j;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.toolpolicy.test.RecordedCall;

/** Anthropic's messages through LangChain4j. */
class GuardedMessagesTest extends GuardedResponseContract {
    GuardedMessagesTest() {
        super(
                RecordedCall.messages(),
                address -> AnthropicStreamingChatModel.builder()
                        .baseUrl(address)
                        .apiKey("none")
                        .modelName("claude-sonnet-4-0")
                        .build());
    }
}
