package dev.toolpolicy.openai;

import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.runtime.adapter.StreamedTurn;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.turn.ToolTurn;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells the engine what the events of a response say of calls: an item is added, its arguments come in deltas, then once
 * more whole, and the item is done. Calls that the provider runs itself are no calls to the engine: they are neither run
 * nor answered here. One thread drives it.
 */
public final class ResponsesFeed implements StreamedTurn.Feed<ResponseStreamEvent> {
    private final ToolTurn calls;
    /** The text of each function call so far, by its position. */
    private final Map<Long, StringBuilder> texts = new HashMap<>();

    private final Set<Long> done = new HashSet<>();
    private boolean complete;
    /** Whether a call says that it is incomplete, whatever the response says. */
    private boolean incomplete;

    /**
     * A feed for one response.
     *
     * @param calls takes what the response says of calls
     */
    public ResponsesFeed(ToolTurn calls) {
        this.calls = calls;
    }

    @Override
    public void accept(ResponseStreamEvent event) {
        event.functionCallArgumentsDelta().ifPresent(delta -> append(delta.outputIndex(), delta.delta()));
        event.outputItemAdded().ifPresent(added -> start(added.outputIndex(), added.item()));
        event.functionCallArgumentsDone().ifPresent(all -> whole(all.outputIndex(), all.arguments()));
        event.outputItemDone().ifPresent(item -> done(item.outputIndex(), item.item()));
        event.completed().ifPresent(last -> finished(last.response()));
        event.incomplete().ifPresent(last -> complete = false);
        event.failed().ifPresent(last -> complete = false);
    }

    private void start(long index, ResponseOutputItem item) {
        item.functionCall().ifPresent(call -> {
            if (texts.putIfAbsent(index, new StringBuilder()) == null) {
                calls.start((int) index, call.callId(), name(call));
            }
        });
        item.customToolCall().ifPresent(call -> {
            calls.start((int) index, call.callId(), call.name());
            calls.append((int) index, FREE_TEXT);
        });
    }

    /** A tool of a namespace is another tool than one of the same name without it. */
    private static String name(ResponseFunctionToolCall call) {
        return call.namespace().map(space -> space + "." + call.name()).orElseGet(call::name);
    }

    private void append(long index, String text) {
        StringBuilder before = texts.get(index);
        if (before != null) {
            before.append(text);
            calls.append((int) index, text);
        }
    }

    /**
     * What is missing of the whole text is given to the engine. Where it differs from what came before, what came before
     * stays: it is what was decided on, and so what may run. An object without members says nothing if no piece came before:
     * it may stand for a text that was cut before it began.
     */
    private void whole(long index, String text) {
        StringBuilder before = texts.get(index);
        boolean more = before != null && text.length() > before.length() && text.startsWith(before.toString());
        if (more && !(before.isEmpty() && isEmptyObject(text.strip()))) {
            append(index, text.substring(before.length()));
        }
    }

    private static boolean isEmptyObject(String text) {
        return text.startsWith("{")
                && text.endsWith("}")
                && text.substring(1, text.length() - 1).isBlank();
    }

    private void done(long index, ResponseOutputItem item) {
        start(index, item);
        Optional<ResponseFunctionToolCall> call = item.functionCall();
        boolean cut = call.flatMap(ResponseFunctionToolCall::status)
                .map(ResponseFunctionToolCall.Status.INCOMPLETE::equals)
                .orElse(false);
        incomplete |= cut;
        call.map(ResponseFunctionToolCall::arguments).ifPresent(all -> {
            whole(index, all);
            if (!cut && done.add(index)) {
                calls.end((int) index, all);
            }
        });
    }

    private void finished(Response response) {
        complete = response.status().map(ResponseStatus.COMPLETED::equals).orElse(false);
    }

    @Override
    public ResponseEnd end() {
        return complete && !incomplete ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
    }
}
