package dev.toolpolicy.adk;

import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import java.util.List;
import java.util.Optional;

/** Responses that ended before their calls were complete. Stateless. */
final class CutResponses {
    private CutResponses() {}

    /**
     * Returns what replaces a response whose calls may be cut: the same with words in place of the calls, each of which is
     * reported. Empty if it has no calls, or ended well. A stream that breaks off has no finish reason, and the ADK still
     * passes on the call that was being read.
     *
     * @param whole true if a response without a finish reason is whole
     */
    static Optional<LlmResponse> withoutCalls(PolicySession session, LlmResponse response, boolean whole) {
        boolean endedWell = response.finishReason()
                .map(reason -> reason.knownEnum() == FinishReason.Known.STOP)
                .orElse(whole);
        List<Part> parts = response.content().flatMap(Content::parts).orElse(List.of());
        boolean calls = parts.stream().anyMatch(part -> part.functionCall().isPresent());
        if (endedWell || !calls || response.partial().orElse(false)) {
            return Optional.empty();
        }
        String reason = "the response was cut, with finish reason "
                + response.finishReason().map(FinishReason::toString).orElse("none");
        parts.forEach(part -> part.functionCall()
                .ifPresent(call -> RefusedCalls.report(session, call.id().orElse(""), name(call), reason)));
        List<Part> words = parts.stream().map(part -> withoutCall(part, reason)).toList();
        Content content =
                response.content().orElseThrow().toBuilder().parts(words).build();
        return Optional.of(response.toBuilder().content(content).build());
    }

    private static Part withoutCall(Part part, String reason) {
        return part.functionCall()
                .map(call -> Part.fromText("(The call of tool \"" + name(call) + "\" didn't run: " + reason + ".)"))
                .orElse(part);
    }

    private static String name(FunctionCall call) {
        return call.name().orElse("");
    }
}
