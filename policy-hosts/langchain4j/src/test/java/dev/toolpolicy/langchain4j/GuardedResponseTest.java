package dev.toolpolicy.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import dev.toolpolicy.test.EmptyCalls;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.StreamedTurnContract;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A streaming model of LangChain4j. */
class GuardedResponseTest extends StreamedTurnContract {
    GuardedResponseTest() {
        super(RecordedCall.chat(), EmptyCalls.Format.CHAT);
    }

    @Override
    protected Supplier<TurnResult> chat(Host host) {
        StreamingChatModel model = OpenAiStreamingChatModel.builder()
                .baseUrl(host.server() + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .build();
        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("File a report.")));
        return () -> {
            GuardedResponse response =
                    new GuardedResponse(host.session(), host.tools(), TurnSettings.defaults(), host.limit());
            model.chat(ChatRequest.builder().messages(messages).build(), response);
            GuardedResponse.Step step = response.step().toCompletableFuture().join();
            messages.addAll(step.messages());
            return step.result();
        };
    }
}
