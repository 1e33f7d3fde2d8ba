package dev.toolpolicy.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.StreamedTurnContract;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Messages of Anthropic's SDK. */
class MessagesTurnTest extends StreamedTurnContract {
    MessagesTurnTest() {
        super(RecordedCall.messages());
    }

    @Override
    protected Supplier<TurnResult> chat(Host host) {
        AnthropicClient client = AnthropicOkHttpClient.builder()
                .baseUrl(host.server().toString())
                .apiKey("none")
                .maxRetries(0)
                .timeout(host.limit())
                .build();
        MessagesTurn turns = new MessagesTurn(client, host.turns());
        AtomicReference<MessageCreateParams> request = new AtomicReference<>(MessageCreateParams.builder()
                .model("claude-sonnet-4-0")
                .maxTokens(1024)
                .tools(MessagesTurn.tools(host.catalog()))
                .addUserMessage("Tell me of a book.")
                .build());
        return () -> {
            MessagesTurn.Step step = turns.run(request.get());
            request.set(step.next());
            return step.result();
        };
    }
}
