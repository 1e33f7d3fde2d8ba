package dev.toolpolicy.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.responses.ResponseCreateParams;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.test.RecordedCall;
import dev.toolpolicy.test.StreamedTurnContract;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Responses of OpenAI's SDK. */
class ResponsesTurnTest extends StreamedTurnContract {
    ResponsesTurnTest() {
        super(RecordedCall.responses());
    }

    @Override
    protected Supplier<TurnResult> chat(Host host) {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(host.server() + "/v1")
                .apiKey("none")
                .maxRetries(0)
                .timeout(host.limit())
                .build();
        ResponsesTurn turns = new ResponsesTurn(client, host.turns());
        AtomicReference<ResponseCreateParams> request = new AtomicReference<>(ResponseCreateParams.builder()
                .model("gpt-4o")
                .tools(ResponsesTurn.tools(host.catalog()))
                .input("Tell me of a book.")
                .build());
        return () -> {
            ResponsesTurn.Step step = turns.run(request.get());
            request.set(step.next());
            return step.result();
        };
    }

    @Override
    protected boolean closesInSilence() {
        return false;
    }
}
