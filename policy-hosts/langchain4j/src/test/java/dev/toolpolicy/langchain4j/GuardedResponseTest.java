package dev.toolpolicy.langchain4j;

import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.toolpolicy.test.RecordedCall;

/** OpenAI's chat completions through LangChain4j. */
class GuardedResponseTest extends GuardedResponseContract {
    GuardedResponseTest() {
        super(
                RecordedCall.chat(),
                address -> OpenAiStreamingChatModel.builder()
                        .baseUrl(address)
                        .apiKey("none")
                        .modelName("gpt-4.1")
                        .build());
    }
}
