package dev.toolpolicy.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.StreamedTurnContract;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Chat completions of OpenAI's SDK. */
class ChatCompletionsTurnTest extends StreamedTurnContract {
    ChatCompletionsTurnTest() {
        super(RecordedCall.chat());
    }

    @Override
    protected Supplier<TurnResult> chat(Host host) {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(host.server() + "/v1")
                .apiKey("none")
                .maxRetries(0)
                .timeout(host.limit())
                .build();
        ChatCompletionsTurn turns = new ChatCompletionsTurn(client, host.turns());
        AtomicReference<ChatCompletionCreateParams> request = new AtomicReference<>(ChatCompletionCreateParams.builder()
                .model("gpt-4.1")
                .tools(ChatCompletionsTurn.tools(host.catalog()))
                .addUserMessage("File a report.")
                .build());
        return () -> {
            ChatCompletionsTurn.Step step = turns.run(request.get());
            request.set(step.next());
            return step.result();
        };
    }

    @Override
    protected boolean closesInSilence() {
        return false;
    }
}
