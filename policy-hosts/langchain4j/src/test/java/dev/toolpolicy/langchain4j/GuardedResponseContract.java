package dev.toolpolicy.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.StreamedTurnContract;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A streaming model of LangChain4j, of any provider. */
abstract class GuardedResponseContract extends StreamedTurnContract {
    private final Function<String, StreamingChatModel> models;

    GuardedResponseContract(RecordedCall call, Function<String, StreamingChatModel> models) {
        super(call);
        this.models = models;
    }

    @Override
    protected Supplier<TurnResult> chat(Host host) {
        StreamingChatModel model = models.apply(host.server() + "/v1");
        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("Go on.")));
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
