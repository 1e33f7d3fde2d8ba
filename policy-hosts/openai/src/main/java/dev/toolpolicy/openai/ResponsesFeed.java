package dev.toolpolicy.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.JsonValue;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.internal.adapter.ProviderTools;
import dev.toolpolicy.runtime.internal.adapter.ResponsesCalls;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;

/** A feed of the events of a response. Calls that the provider runs itself are left out. One thread drives it. */
public final class ResponsesFeed implements StreamedTurn.Feed<ResponseStreamEvent> {
    private final ResponsesCalls calls;

    /**
     * Creates a feed for one response.
     *
     * @param turn the turn of the response
     */
    public ResponsesFeed(ToolTurn turn) {
        calls = new ResponsesCalls(new TurnSink(turn));
    }

    @Override
    public void accept(ResponseStreamEvent event) {
        event.functionCallArgumentsDelta()
                .ifPresent(delta -> calls.text(Math.toIntExact(delta.outputIndex()), delta.delta()));
        event.outputItemAdded().ifPresent(added -> added(Math.toIntExact(added.outputIndex()), added.item()));
        event.functionCallArgumentsDone()
                .ifPresent(all -> calls.whole(Math.toIntExact(all.outputIndex()), all.arguments()));
        event.outputItemDone().ifPresent(done -> done(Math.toIntExact(done.outputIndex()), done.item()));
        event.completed().ifPresent(last -> calls.finish(isCompleted(last.response())));
        event.incomplete().ifPresent(last -> calls.finish(false));
        event.failed().ifPresent(last -> calls.finish(false));
    }

    private void added(int position, ResponseOutputItem item) {
        item.functionCall()
                .ifPresent(call ->
                        calls.function(position, call.callId(), call.namespace().orElse(""), call.name()));
        item.customToolCall().ifPresent(call -> calls.freeText(position, call.callId(), call.name()));
        if (!item.isFunctionCall() && !item.isMessage() && !item.isReasoning()) {
            ProviderTools.name(JsonValue.from(item).convert(JsonNode.class))
                    .ifPresent(tool -> calls.provided(position, "", tool));
        }
    }

    private void done(int position, ResponseOutputItem item) {
        added(position, item);
        item.functionCall().ifPresent(call -> calls.whole(position, call.arguments()));
        calls.done(
                position,
                item.functionCall()
                        .flatMap(ResponseFunctionToolCall::status)
                        .map(status -> !status.equals(ResponseFunctionToolCall.Status.INCOMPLETE))
                        .orElse(true));
    }

    private static boolean isCompleted(Response response) {
        return response.status().map(ResponseStatus.COMPLETED::equals).orElse(false);
    }

    @Override
    public ResponseEnd end() {
        return calls.isComplete() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
