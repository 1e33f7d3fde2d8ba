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
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The blocks of a message, as they go back with the next request: what the model thought, said and called. Of a call
 * that was cut, the parameters that were complete by then.
 */
final class MessageBlocks {
    private final TreeMap<Long, Block> blocks = new TreeMap<>();

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
        event.contentBlockStart().ifPresent(start -> blocks.put(start.index(), new Block(start.contentBlock())));
        event.contentBlockDelta()
                .ifPresent(delta -> blocks.computeIfPresent(delta.index(), (index, block) -> {
                    block.add(delta.delta());
                    return block;
                }));
    }

    String text() {
        return blocks.values().stream()
                .filter(block -> block.start.isText())
                .map(block -> block.text)
                .collect(Collectors.joining());
    }

    List<ContentBlockParam> said(TurnResult turn) {
        List<ContentBlockParam> said = new ArrayList<>();
        int call = 0;
        for (Block block : blocks.values()) {
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
