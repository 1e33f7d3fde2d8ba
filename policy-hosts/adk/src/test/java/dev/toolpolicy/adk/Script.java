package dev.toolpolicy.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.GroundingMetadata;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** A model that answers as it is told, and remembers what it was sent. */
final class Script extends BaseLlm {
    final List<LlmRequest> requests = new ArrayList<>();
    private final Deque<LlmResponse> answers = new ArrayDeque<>();

    Script() {
        super("gemini-2.5-script"); // Google's own tools ask for the name
    }

    Script calls(String tool, Map<String, Object> arguments) {
        return answers(FinishReason.Known.STOP, Part.fromFunctionCall(tool, arguments));
    }

    /** Answers with a call that follows a search of the provider's. */
    Script searchesThenCalls(String tool, Map<String, Object> arguments) {
        answers.add(response(Part.fromFunctionCall(tool, arguments))
                .groundingMetadata(GroundingMetadata.builder().build())
                .finishReason(new FinishReason(FinishReason.Known.STOP))
                .build());
        return this;
    }

    Script answers(FinishReason.Known reason, Part... parts) {
        answers.add(response(parts).finishReason(new FinishReason(reason)).build());
        return this;
    }

    /** Answers without saying that the response ended. */
    Script breaksOff(Part... parts) {
        answers.add(response(parts).build());
        return this;
    }

    private static LlmResponse.Builder response(Part... parts) {
        return LlmResponse.builder()
                .content(Content.builder().role("model").parts(parts).build());
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
        requests.add(request);
        LlmResponse next = answers.poll();
        return Flowable.just(
                next != null
                        ? next
                        : response(Part.fromText("done"))
                                .finishReason(new FinishReason(FinishReason.Known.STOP))
                                .build());
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
        throw new UnsupportedOperationException();
    }
}
