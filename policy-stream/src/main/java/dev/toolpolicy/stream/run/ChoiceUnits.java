package dev.toolpolicy.stream.run;

import dev.toolpolicy.runtime.internal.adapter.CallLookup;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The units of one choice. A text is open until a call starts, a call until the next starts or, deferred, until the
 * finish; both at the latest until the finish.
 *
 * <p>{@link CallLookup} decides which call a delta belongs to. In a complete response each entry is a call of its own.
 */
final class ChoiceUnits {
    private final int choice;
    private final boolean deferred;
    /** Whether this is a complete response, in which each entry of a list of calls is a call of its own. */
    private final boolean entire;

    private final List<CompletedUnit> completed;
    /** The open calls. An open text came behind all of them. */
    private final List<OpenCall> open = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();
    private final CallLookup<OpenCall> known = new CallLookup<>();
    private int calls;
    private boolean finished;
    /** For each piece of the latest chunk, the number of its call. */
    private int[] owners = {};

    private int pieces;
    private long chunks;

    ChoiceUnits(int choice, StreamSettings settings, List<CompletedUnit> completed) {
        this.choice = choice;
        deferred = settings.has(StreamSettings.Flag.DEFERRING);
        entire = settings.has(StreamSettings.Flag.COMPLETE);
        this.completed = completed;
    }

    void read(StreamChunk chunk) {
        String content = chunk.content();
        List<ToolCallDelta> deltas = chunk.toolCalls();
        if (finished && (!content.isEmpty() || !deltas.isEmpty())) {
            throw OpenCall.protocol("content or a tool call came after the finish");
        }
        if (!content.isEmpty()) {
            text.append(content);
        }
        chunks++;
        pieces = deltas.size();
        if (owners.length < pieces) {
            owners = new int[pieces];
        }
        for (int i = 0; i < pieces; i++) {
            owners[i] = call(deltas, i);
        }
        if (!chunk.finishReason().isEmpty() && !finished) {
            finished = true;
            complete(!ChatCompletionsCalls.completes(chunk.finishReason()));
        }
    }

    /** Takes a piece; the number of its call. */
    private int call(List<ToolCallDelta> deltas, int position) {
        ToolCallDelta delta = deltas.get(position);
        OpenCall call =
                entire && position > 0 ? null : known.find(delta.index(), delta.id(), delta.name(), position == 0);
        if (call == null) {
            call = start();
        } else if (call.isComplete()) {
            throw OpenCall.protocol("call " + call + " goes on after another call has started");
        } else if (call.isIn(chunks) && !delta.name().isEmpty()) {
            throw OpenCall.protocol("two entries of one chunk name the tool of call " + call);
        }
        call.add(delta, chunks);
        known.add(call, delta.index(), delta.id());
        return call.position();
    }

    private OpenCall start() {
        if (deferred) {
            completeText(false);
        } else {
            complete(false);
        }
        OpenCall call = new OpenCall(choice, calls);
        calls++;
        open.add(call);
        return call;
    }

    private void completeText(boolean truncated) {
        if (!text.isEmpty()) {
            completed.add(CompletedUnit.text(choice, text.toString(), truncated));
            text.setLength(0);
        }
    }

    private void complete(boolean truncated) {
        open.forEach(call -> completed.add(call.complete(truncated && !isWhole(call))));
        open.clear();
        completeText(truncated);
    }

    /**
     * Returns whether a call of a truncated response is complete: one before the latest, with a complete value.
     */
    private boolean isWhole(OpenCall call) {
        return call != known.latest() && call.isWhole();
    }

    /** Returns the number of the call that a piece of the latest chunk belongs to. */
    int callOf(int delta) {
        return owners[Objects.checkIndex(delta, pieces)];
    }

    boolean hasCalls() {
        return calls > 0;
    }

    boolean hasOpenCall() {
        OpenCall latest = known.latest();
        return latest != null && !latest.isComplete();
    }

    /** Returns the open units, as far as they have arrived. */
    List<CompletedUnit> open() {
        List<CompletedUnit> units = new ArrayList<>();
        open.forEach(call -> units.add(call.complete(true)));
        if (!text.isEmpty()) {
            units.add(CompletedUnit.text(choice, text.toString(), true));
        }
        return units;
    }
}
