package dev.toolpolicy.anthropic;

import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.RawContentBlockStartEvent;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.internal.adapter.MessagesCalls;
import dev.toolpolicy.runtime.internal.adapter.ProviderTools;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;

/** A feed of the events of a message. Of tools that the provider runs itself, only the labels count. One thread drives it. */
public final class MessagesFeed implements StreamedTurn.Feed<RawMessageStreamEvent> {
    private final ToolTurn turn;
    private final MessagesCalls calls;

    /**
     * Creates a feed for one response.
     *
     * @param turn the turn of the response
     */
    public MessagesFeed(ToolTurn turn) {
        this.turn = turn;
        calls = new MessagesCalls(new TurnSink(turn));
    }

    @Override
    public void accept(RawMessageStreamEvent event) {
        event.contentBlockDelta()
                .ifPresent(more -> more.delta()
                        .inputJson()
                        .ifPresent(json -> calls.text(Math.toIntExact(more.index()), json.partialJson())));
        event.contentBlockStart().ifPresent(this::start);
        event.contentBlockStop().ifPresent(stop -> calls.stop(Math.toIntExact(stop.index())));
        event.messageDelta()
                .ifPresent(delta -> calls.finish(
                        delta.delta().stopReason().map(StopReason::asString).orElse("")));
    }

    private void start(RawContentBlockStartEvent event) {
        RawContentBlockStartEvent.ContentBlock block = event.contentBlock();
        block.toolUse()
                .ifPresent(use -> calls.start(
                        Math.toIntExact(event.index()),
                        use.id(),
                        use.toolsetName().orElse(""),
                        use.name(),
                        input(use)));
        if (!block.isToolUse() && !block.isText() && !block.isThinking()) {
            ProviderTools.name(JsonValue.from(block).convert(JsonNode.class)).ifPresent(turn::provided);
        }
    }

    /** Returns the input in a start. An empty object says nothing: deltas follow, or the input is empty. */
    private static String input(ToolUseBlock use) {
        if (use._input().isMissing() || use._input().isNull()) {
            return "";
        }
        JsonNode input = use._input().convert(JsonNode.class);
        return input.isObject() && input.isEmpty() ? "" : input.toString();
    }

    @Override
    public ResponseEnd end() {
        return calls.isComplete() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
