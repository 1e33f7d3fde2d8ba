package dev.toolpolicy.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.JsonValue;
import com.openai.core.ObjectMappers;
import com.openai.models.responses.ResponseCustomToolCallOutput;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The items of a response, as they go back with the next request: what the model thought, said and called. Of a call
 * that was cut, what had come by then.
 */
final class ResponseItems {
    /** The items by their place: calls from their start on, others when they are done. */
    private final TreeMap<Long, ResponseOutputItem> items = new TreeMap<>();
    /** Where calls stand, in the order in which they started, which is that of the turn. */
    private final List<Long> calls = new ArrayList<>();
    /** By place, the id of the call there, empty if another item is there. */
    private final Map<Long, String> ids = new HashMap<>();

    /**
     * Takes an event.
     *
     * @throws IllegalArgumentException if a call has the place of another item: only one of both would be answered
     */
    void accept(ResponseStreamEvent event) {
        event.outputItemAdded().ifPresent(added -> start(added.outputIndex(), added.item()));
        event.outputItemDone().ifPresent(done -> {
            start(done.outputIndex(), done.item());
            if (done.item().isMessage() || done.item().isReasoning() || isSearch(done.item())) {
                items.put(done.outputIndex(), done.item());
            }
            items.computeIfPresent(done.outputIndex(), (index, before) -> done.item());
        });
    }

    /** Returns whether an item is a search of tools: what it found can be called later only if it goes back. */
    private static boolean isSearch(ResponseOutputItem item) {
        return item.isToolSearchCall() || item.isToolSearchOutput();
    }

    private void start(long index, ResponseOutputItem item) {
        String id = JsonValue.from(item).convert(JsonNode.class).path("call_id").asText();
        String before = ids.putIfAbsent(index, id);
        if (before != null && !before.equals(id)) {
            throw new IllegalArgumentException("two items of the response have the output_index " + index);
        }
        if ((item.isFunctionCall() || item.isCustomToolCall()) && items.putIfAbsent(index, item) == null) {
            calls.add(index);
        }
    }

    /** Returns the items of the model: reasoning, text, searches of tools, and calls. */
    List<ResponseInputItem> said(List<CallRecord> records) {
        List<ResponseInputItem> said = new ArrayList<>();
        calls.subList(records.size(), calls.size()).forEach(items::remove); // they came after it was cancelled
        items.forEach((index, item) -> {
            item.message().map(ResponseInputItem::ofResponseOutputMessage).ifPresent(said::add);
            item.reasoning().map(ResponseInputItem::ofReasoning).ifPresent(said::add);
            if (isSearch(item)) {
                said.add(ObjectMappers.jsonMapper().convertValue(item, ResponseInputItem.class));
            }
            item.customToolCall().map(ResponseInputItem::ofCustomToolCall).ifPresent(said::add);
            item.functionCall()
                    .ifPresent(call -> said.add(
                            ResponseInputItem.ofFunctionCall(asFarAsItCame(call, records.get(calls.indexOf(index))))));
        });
        return said;
    }

    private static ResponseFunctionToolCall asFarAsItCame(ResponseFunctionToolCall call, CallRecord record) {
        return record.cut() || call.arguments().isEmpty()
                ? call.toBuilder().arguments(record.arguments().toString()).build()
                : call;
    }

    /** Returns the items with the calls' results. */
    List<ResponseInputItem> answered(List<CallResult> results) {
        List<ResponseInputItem> answered = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            answered.add(answer(Objects.requireNonNull(items.get(calls.get(i))), results.get(i)));
        }
        return answered;
    }

    private static ResponseInputItem answer(ResponseOutputItem item, CallResult result) {
        Optional<ResponseFunctionToolCall> function = item.functionCall();
        if (function.isPresent()) {
            return ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
                    .callId(function.get().callId())
                    .output(result.forModel())
                    .build());
        }
        return ResponseInputItem.ofCustomToolCallOutput(ResponseCustomToolCallOutput.builder()
                .callId(item.asCustomToolCall().callId())
                .output(result.forModel())
                .build());
    }
}
