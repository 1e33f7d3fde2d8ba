package dev.toolpolicy.anthropic;

import com.anthropic.models.messages.RawContentBlockDeltaEvent;
import com.anthropic.models.messages.RawContentBlockStartEvent;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.ToolUseBlock;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.adapter.StreamedTurn;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.turn.ToolTurn;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells the engine what the events of a message say of calls: content blocks start, get deltas and stop. The input of a
 * tool use comes in deltas of its text, or at once in its start. Tools that the provider runs itself come in blocks of
 * other types: they are neither run nor answered here. One thread drives it.
 */
public final class MessagesFeed implements StreamedTurn.Feed<RawMessageStreamEvent> {
    /** All other reasons are cuts, those that aren't known yet among them; a turn that pauses goes on in another response. */
    private static final Set<StopReason> COMPLETE =
            Set.of(StopReason.TOOL_USE, StopReason.END_TURN, StopReason.STOP_SEQUENCE);

    private final ToolTurn calls;
    /** What each open tool use said at its start, as text; empty once deltas have come. */
    private final Map<Long, String> open = new HashMap<>();

    private boolean complete;

    /**
     * A feed for one response.
     *
     * @param calls takes what the response says of calls
     */
    public MessagesFeed(ToolTurn calls) {
        this.calls = calls;
    }

    @Override
    public void accept(RawMessageStreamEvent event) {
        event.contentBlockDelta().ifPresent(this::more);
        event.contentBlockStart().ifPresent(this::start);
        event.contentBlockStop().ifPresent(stop -> stop(stop.index()));
        event.messageDelta()
                .ifPresent(delta -> complete =
                        delta.delta().stopReason().map(COMPLETE::contains).orElse(complete));
    }

    private void start(RawContentBlockStartEvent event) {
        event.contentBlock().toolUse().ifPresent(use -> {
            calls.start((int) event.index(), use.id(), name(use));
            open.put(event.index(), input(use));
        });
    }

    /** A tool of a set is another tool than one of the same name without it. */
    private static String name(ToolUseBlock use) {
        return use.toolsetName().map(set -> set + "." + use.name()).orElseGet(use::name);
    }

    /** An empty object in the start says nothing: deltas follow, or the input is empty. */
    private static String input(ToolUseBlock use) {
        if (use._input().isMissing() || use._input().isNull()) {
            return "";
        }
        JsonNode input = use._input().convert(JsonNode.class);
        return input.isObject() && input.isEmpty() ? "" : input.toString();
    }

    private void more(RawContentBlockDeltaEvent event) {
        event.delta().inputJson().ifPresent(json -> {
            if (open.replace(event.index(), "") != null) {
                calls.append((int) event.index(), json.partialJson());
            }
        });
    }

    private void stop(long index) {
        String input = open.remove(index);
        if (input != null) {
            calls.end((int) index, input); // the input of the start, if no piece came
        }
    }

    @Override
    public ResponseEnd end() {
        return complete && open.isEmpty() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
