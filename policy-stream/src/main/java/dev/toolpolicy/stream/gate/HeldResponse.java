package dev.toolpolicy.stream.gate;

import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One response at the gate: from the first piece of a call on that isn't decided about, all that comes waits in its
 * order. What it waits for goes out, or is replaced, as soon as the calls in it are known.
 */
final class HeldResponse {
    private static final Logger LOG = System.getLogger(HeldResponse.class.getName());
    /** What a chunk takes up beside its text. */
    private static final int EACH_CHUNK = 128;

    private final GateSession session;
    private final boolean keepsIndexes;
    private final long mostHeld;
    private final Deque<Held> queue = new ArrayDeque<>();
    private final Map<Place, CompletedUnit.Call> calls = new HashMap<>();
    private final Map<Place, CompletableFuture<GateVerdict>> fates = new HashMap<>();
    /** The calls of which something went out, and the index that they have there. */
    private final Map<Place, Integer> sent = new HashMap<>();
    private final Set<Place> replaced = new HashSet<>();
    /** For each choice, the first call that was replaced. */
    private final Map<Integer, Integer> firstReplaced = new HashMap<>();
    private final List<Runnable> withdrawals = new ArrayList<>();
    /** For each choice, the highest index that went out. */
    private final Map<Integer, Integer> highest = new HashMap<>();
    private boolean spoken;
    /** What the chunks in the queue take up. */
    private long held;

    /** A call's place: its choice, and how many calls of the choice came before it. */
    private record Place(int choice, int index) {}

    /** A chunk and, for each piece of a call in it, the call's place. */
    private record Held(StreamChunk chunk, List<Place> calls) {}

    HeldResponse(GateSession session, boolean keepsIndexes, long mostHeld) {
        this.mostHeld = mostHeld;
        this.session = session;
        this.keepsIndexes = keepsIndexes;
    }

    /** A call is whole. A failure to decide is a refusal. */
    void decide(CompletedUnit.Call call) {
        PendingVerdict deciding;
        try {
            deciding = session.decide(call);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            deciding = new PendingVerdict(CompletableFuture.failedFuture(e), () -> {});
        }
        Place place = new Place(call.choice(), call.index());
        calls.put(place, call);
        withdrawals.add(deciding.withdraw());
        fates.put(place, deciding.fate().toCompletableFuture().exceptionally(error -> {
            LOG.log(Level.ERROR, "deciding about call " + call + " failed; it doesn't go out", error);
            return GateVerdict.refused("Tool Policy failed on it");
        }));
    }

    /** Takes the next chunk: it goes out if nothing before it and nothing in it waits. */
    void take(StreamChunk chunk, StreamContext context) {
        if (chunk.toolCalls().isEmpty() && queue.isEmpty()) {
            send(chunk, context);
            return;
        }
        List<Place> calls = new ArrayList<>(chunk.toolCalls().size());
        for (int i = 0; i < chunk.toolCalls().size(); i++) {
            calls.add(new Place(chunk.choice(), context.completions().callOf(i)));
        }
        queue.add(new Held(chunk, calls));
        held += size(chunk);
        while (!queue.isEmpty() && isDecided(queue.peek())) {
            release(queue.remove(), context);
        }
        if (held > mostHeld) {
            endIt(chunk, context);
        }
    }

    private static long size(StreamChunk chunk) {
        return chunk.raw().map(String::length).orElse(chunk.content().length()) + EACH_CHUNK;
    }

    /** Nothing of what waits goes out: whoever sends so much behind a call wants it to wait for ever. */
    private void endIt(StreamChunk chunk, StreamContext context) {
        context.emit("response_refused", Map.of("held", Long.toString(held)));
        context.send(chunk.replacedBy(notice("Tool Policy ended this response: more than " + mostHeld
                + " characters wait for a call that isn't whole.")));
        context.terminate();
    }

    private boolean isDecided(Held held) {
        return held.calls().stream().allMatch(place -> {
            CompletableFuture<GateVerdict> fate = fates.get(place);
            return fate != null && fate.isDone();
        });
    }

    /** Whether somebody is being asked. */
    boolean isWaiting() {
        return fates.values().stream().anyMatch(fate -> !fate.isDone());
    }

    /** Waits until nobody is being asked any more. */
    boolean await() {
        fates.values().forEach(HeldResponse::join);
        return true;
    }

    /** The response is whole: all goes out that may. A call that never became whole doesn't. */
    void flush(StreamContext context) {
        while (!queue.isEmpty()) {
            release(queue.remove(), context);
        }
    }

    private static GateVerdict join(CompletableFuture<GateVerdict> fate) {
        try {
            return fate.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while somebody was asked about a call");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call's fate is always known", e);
        }
    }

    private GateVerdict fate(Place place) {
        CompletableFuture<GateVerdict> fate = fates.get(place);
        return fate == null ? GateVerdict.refused("the response ended before it was whole") : join(fate);
    }

    /** Sends what may go out of a chunk, with a text in the place of each call that starts here and doesn't. */
    private void release(Held next, StreamContext context) {
        StreamChunk chunk = next.chunk();
        held -= size(chunk);
        List<ToolCallDelta> kept = new ArrayList<>();
        StringBuilder content = new StringBuilder(chunk.content());
        for (int i = 0; i < next.calls().size(); i++) {
            Place place = next.calls().get(i);
            GateVerdict fate = fate(place);
            if (fate.passes()) {
                kept.add(passed(chunk.toolCalls().get(i), place, fate, context));
            } else if (replaced.add(place)) {
                firstReplaced.merge(place.choice(), place.index(), Math::min);
                content.append(content.isEmpty() ? notice("") : "\n\n").append(refused(place, fate, context));
            }
        }
        if (kept.equals(chunk.toolCalls())) {
            send(chunk, context);
            return;
        }
        StreamChunk rest = chunk.withToolCalls(kept).withContent(content.toString());
        if (!rest.isEmpty()) {
            send(rest, context);
        }
    }

    /** A text of ours, apart from what the model said. */
    String notice(String text) {
        return spoken ? "\n\n" + text : text;
    }

    private String refused(Place place, GateVerdict fate, StreamContext context) {
        CompletedUnit.Call call = calls.get(place);
        String tool = call == null ? "" : call.name();
        context.emit("tool_call_refused", details(tool, call, fate));
        return "Tool Policy refused " + (tool.isEmpty() ? "a call: " : "the call of \"" + ShortText.of(tool) + "\": ")
                + fate.reason() + (fate.reason().endsWith(".") ? "" : ".");
    }

    private static Map<String, String> details(String tool, CompletedUnit.@Nullable Call call, GateVerdict fate) {
        return Map.of("tool", tool, "call", call == null ? "" : call.id(), "reason", fate.reason());
    }

    /** A piece of a call that goes out, under the index that the call has there. */
    private ToolCallDelta passed(ToolCallDelta delta, Place place, GateVerdict fate, StreamContext context) {
        Integer index = sent.get(place);
        if (index == null) {
            index = index(delta, place);
            sent.put(place, index);
            highest.merge(place.choice(), index, Math::max);
            ApprovedCall call = fate.approved().orElseThrow();
            session.letThrough(call);
            context.emit("tool_call_passed", details(call.call().tool(), calls.get(place), fate));
        }
        return delta.index() == index || delta.index() == ToolCallDelta.NO_INDEX
                ? delta
                : new ToolCallDelta(index, delta.id(), delta.name(), delta.arguments());
    }

    /** Its own, unless a call before it was replaced: then those behind it move up. */
    private int index(ToolCallDelta delta, Place place) {
        boolean movesUp = !keepsIndexes
                && firstReplaced.getOrDefault(place.choice(), Integer.MAX_VALUE) < place.index();
        return movesUp ? highest.getOrDefault(place.choice(), -1) + 1 : delta.index();
    }

    private void send(StreamChunk chunk, StreamContext context) {
        spoken = spoken || !chunk.content().isEmpty();
        context.send(chunk);
    }

    /** The stream is over: nobody is asked any more, and what was approved and never went out can't run. */
    void close() {
        queue.clear();
        withdrawals.forEach(Runnable::run);
        fates.forEach((place, fate) -> {
            if (!sent.containsKey(place)) {
                fate.thenAccept(late -> late.approved().ifPresent(ApprovedCall::failed));
            }
        });
    }
}
