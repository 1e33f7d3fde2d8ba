package dev.toolpolicy.anthropic;

import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.RawContentBlockDelta;
import com.anthropic.models.messages.RawContentBlockStartEvent.ContentBlock;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.ThinkingBlockParam;
import com.anthropic.models.messages.ToolUseBlock;
import com.anthropic.models.messages.ToolUseBlockParam;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The blocks of a message, as they go back with the next request: what the model thought, said and called. Of a call
 * that was cut, the parameters that were complete by then.
 */
final class MessageBlocks {
    /** The blocks in the order in which they started, which is that of the turn's calls. */
    private final List<Block> blocks = new ArrayList<>();
    /** The last block at each index. Some servers between give several blocks the same one. */
    private final Map<Long, Block> latest = new HashMap<>();

    /** A block so far. */
    private static final class Block {
        private final ContentBlock start;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder signature = new StringBuilder();

        Block(ContentBlock start) {
            this.start = start;
            start.text().ifPresent(block -> text.append(block.text()));
            start.thinking().ifPresent(block -> text.append(block.thinking()));
        }

        void add(RawContentBlockDelta delta) {
            delta.text().ifPresent(more -> text.append(more.text()));
            delta.thinking().ifPresent(more -> text.append(more.thinking()));
            delta.signature().ifPresent(more -> signature.append(more.signature()));
        }

        /** Returns the block without calls; empty where there is nothing that a provider takes back. */
        Optional<ContentBlockParam> param() {
            if (start.isText() && !text.toString().isBlank()) {
                return Optional.of(ContentBlockParam.ofText(text.toString()));
            } else if (start.isThinking() && !signature.isEmpty()) {
                return Optional.of(ContentBlockParam.ofThinking(ThinkingBlockParam.builder()
                        .thinking(text.toString())
                        .signature(signature.toString())
                        .build()));
            }
            return start.redactedThinking().map(block -> ContentBlockParam.ofRedactedThinking(block.data()));
        }
    }

    void accept(RawMessageStreamEvent event) {
        event.contentBlockStart().ifPresent(start -> start(start.index(), start.contentBlock()));
        event.contentBlockDelta()
                .ifPresent(more ->
                        Optional.ofNullable(latest.get(more.index())).ifPresent(block -> block.add(more.delta())));
    }

    private void start(long index, ContentBlock start) {
        Block before = latest.get(index);
        if (before == null || !before.start.equals(start)) { // an event that comes again says nothing new
            Block next = new Block(start);
            latest.put(index, next);
            blocks.add(next);
        }
    }

    String text() {
        return blocks.stream()
                .filter(block -> block.start.isText())
                .map(block -> block.text)
                .collect(Collectors.joining());
    }

    List<ContentBlockParam> said(TurnResult turn) {
        List<ContentBlockParam> said = new ArrayList<>();
        int call = 0;
        for (Block block : blocks) {
            block.param().ifPresent(said::add);
            if (block.start.isToolUse() && call < turn.results().size()) { // others came after it was cancelled
                said.add(call(
                        block.start.asToolUse(),
                        StreamedTurn.id(turn.results().get(call)),
                        turn.records().get(call)));
                call++;
            }
        }
        return said;
    }

    /** Returns a call as the model made it, so that one of a set of tools stays one. */
    private static ContentBlockParam call(ToolUseBlock use, String id, CallRecord record) {
        ToolUseBlockParam.Input.Builder input = ToolUseBlockParam.Input.builder();
        record.arguments()
                .properties()
                .forEach(each -> input.putAdditionalProperty(each.getKey(), JsonValue.fromJsonNode(each.getValue())));
        return ContentBlockParam.ofToolUse(
                use.toParam().toBuilder().id(id).input(input.build()).build());
    }
}
