package dev.toolpolicy.stream.gate;

import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.text.VisibleText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    /** Reasons by which a response ends well: a call without text has no arguments then, and is not cut. */
    private static final Set<String> WHOLE = Set.of(StreamChunk.STOP, StreamChunk.TOOL_CALLS, "function_call");
    /** A client may keep an array as long as the highest index. */
    private static final int HIGHEST_INDEX = 1 << 16;

    private final GateSession session;
    private final boolean keepsIndexes;
    private final long mostHeld;
    private final Deque<Held> queue = new ArrayDeque<>();
    private final Map<Place, CompletedUnit.Call> calls = new HashMap<>();
    private final Map<Place, CompletableFuture<GateVerdict>> fates = new HashMap<>();
    /** How the pieces of each call came. */
    private final Map<Place, CallPieces> pieces = new HashMap<>();
    /** For each choice, the call that its latest piece belongs to. */
    private final Map<Integer, Place> latest = new HashMap<>();
    /** Calls that are complete but have no text: they are empty if their response ends well, and else cut. */
    private final List<CompletedUnit.Call> blank = new ArrayList<>();
    /** The choices that have ended well. */
    private final Set<Integer> finished = new HashSet<>();
    /** The calls of which something went out, and whether it goes out as it came. */
    private final Map<Place, Boolean> sent = new HashMap<>();
    /** The ids that went out: no two calls of a choice may have one. */
    private final Set<Id> ids = new HashSet<>();

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

    /** A call's id in its choice. */
    private record Id(int choice, String id) {}

    /** A chunk and, for each piece of a call in it, the call's place; and what all that takes up. */
    private record Held(StreamChunk chunk, List<Place> calls, long weight) {}

    HeldResponse(GateSession session, boolean keepsIndexes, long mostHeld) {
        this.mostHeld = mostHeld;
        this.session = session;
        this.keepsIndexes = keepsIndexes;
    }

    /** Accepts a complete call. A call without text counts as empty only if the response ends well. */
    void complete(CompletedUnit.Call call) {
        if (CallText.isAbsent(call) && !call.truncated() && !finished.contains(call.choice())) {
            blank.add(call);
        } else {
            decide(call);
        }
    }

    /** Records the end of a choice with its reason. */
    void finish(int choice, String reason) {
        if (WHOLE.contains(reason)) {
            finished.add(choice);
            blank.stream().filter(call -> call.choice() == choice).forEach(this::decide);
        } else {
            blank.stream().filter(call -> call.choice() == choice).forEach(call -> decided(call, GateSession.cut()));
        }
        blank.removeIf(call -> call.choice() == choice);
    }

    /** Decides about a call. A failure to decide denies it. */
    private void decide(CompletedUnit.Call call) {
        PendingVerdict deciding;
        try {
            deciding = session.decide(call);
        } catch (Throwable e) {
            UserCode.passThrough(e);
            deciding = new PendingVerdict(CompletableFuture.failedFuture(e), () -> {});
        }
        decided(call, deciding);
    }

    private void decided(CompletedUnit.Call call, PendingVerdict deciding) {
        Place place = new Place(call.choice(), call.index());
        calls.put(place, call);
        withdrawals.add(deciding.withdraw());
        fates.put(place, deciding.fate().toCompletableFuture().exceptionally(error -> {
            UserCode.log(LOG, Level.ERROR, "deciding about call " + call + " failed; it doesn't go out", error);
            return GateVerdict.refused("Tool Policy failed on it");
        }));
    }

    /** Takes the next chunk: it goes out if nothing before it and nothing in it waits. */
    void take(StreamChunk chunk, StreamContext context) {
        if (chunk.toolCalls().isEmpty() && queue.isEmpty()) {
            send(chunk, context);
            return;
        }
        List<Place> places = new ArrayList<>(chunk.toolCalls().size());
        long weight = ChunkWeight.of(chunk);
        for (int i = 0; i < chunk.toolCalls().size(); i++) {
            Place place = new Place(chunk.choice(), context.completions().callOf(i));
            weight += note(place, chunk.toolCalls().get(i));
            places.add(place);
        }
        queue.add(new Held(chunk, places, weight));
        held += weight;
        while (!queue.isEmpty() && isDecided(queue.peek())) {
            release(queue.remove(), context);
        }
        if (held > mostHeld) {
            endIt(chunk, context);
        }
    }

    /** Notes how a piece came; what its call takes up if it is the first. */
    private int note(Place place, ToolCallDelta delta) {
        Place before = latest.put(place.choice(), place);
        CallPieces known = pieces.get(place);
        if (known == null) {
            pieces.put(place, new CallPieces(delta));
            return ChunkWeight.EACH_CALL;
        }
        known.add(delta, place.equals(before));
        return 0;
    }

    /** Ends a response with too much text behind a waiting call; none of the waiting text goes out. */
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

    /** Returns whether an approval request is open. */
    boolean isWaiting() {
        return fates.values().stream().anyMatch(fate -> !fate.isDone());
    }

    /** Waits until no approval request is open. */
    boolean await() {
        fates.values().forEach(HeldResponse::join);
        return true;
    }

    /** Sends all that may go out, since the response is complete. A truncated call is not sent. */
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
            throw new CancellationException("interrupted while a call waited for approval");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call's fate is always known", e);
        }
    }

    private GateVerdict fate(Place place) {
        CompletableFuture<GateVerdict> fate = fates.get(place);
        GateVerdict known = fate == null ? GateVerdict.refused("the response ended before it was whole") : join(fate);
        boolean again = known.passes()
                && !sent.containsKey(place)
                && ids.contains(new Id(
                        place.choice(), Objects.requireNonNull(calls.get(place)).id()));
        return again ? GateVerdict.refused("a call before it has the same id") : known;
    }

    /** Sends what may go out of a chunk, with a text in the place of each call that starts here and doesn't. */
    private void release(Held next, StreamContext context) {
        StreamChunk chunk = next.chunk();
        held -= next.weight();
        List<ToolCallDelta> kept = new ArrayList<>();
        StringBuilder content = new StringBuilder(chunk.content());
        for (int i = 0; i < next.calls().size(); i++) {
            Place place = next.calls().get(i);
            GateVerdict fate = replaced.contains(place) ? GateVerdict.refused("") : fate(place);
            if (fate.passes()) {
                passed(chunk.toolCalls().get(i), place, fate, context).ifPresent(kept::add);
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

    /** Sends a notice, separated from the model's text. */
    String notice(String text) {
        return spoken ? "\n\n" + text : text;
    }

    private String refused(Place place, GateVerdict fate, StreamContext context) {
        CompletedUnit.Call call = calls.get(place);
        String tool = call == null ? "" : call.name();
        context.emit("tool_call_refused", details(tool, call, fate));
        return "Tool Policy refused "
                + (tool.isEmpty() ? "a call: " : "the call of " + VisibleText.quoted(tool, VisibleText.NAME) + ": ")
                + fate.reason() + (fate.reason().endsWith(".") ? "" : ".");
    }

    private static Map<String, String> details(String tool, CompletedUnit.@Nullable Call call, GateVerdict fate) {
        return Map.of("tool", tool, "call", call == null ? "" : call.id(), "reason", fate.reason());
    }

    /**
     * Returns the output for a piece of a call: the piece as it came, if all readers take all pieces of the call in one way;
     * otherwise the whole call in the place of its first piece, and nothing in the place of any other.
     */
    private Optional<ToolCallDelta> passed(ToolCallDelta delta, Place place, GateVerdict fate, StreamContext context) {
        Boolean asItCame = sent.get(place);
        if (asItCame != null) {
            return asItCame ? Optional.of(delta) : Optional.empty();
        }
        CompletedUnit.Call call = Objects.requireNonNull(calls.get(place));
        int index = index(place);
        ToolCallDelta whole = new ToolCallDelta(index, call.id(), call.name(), call.argumentText());
        boolean plain = Objects.requireNonNull(pieces.get(place)).tellPlainly(whole);
        sent.put(place, plain);
        ids.add(new Id(place.choice(), call.id()));
        highest.merge(place.choice(), index, Math::max);
        session.letThrough(fate.approved().orElseThrow());
        context.emit("tool_call_passed", details(call.name(), call, fate));
        return Optional.of(plain ? delta : whole);
    }

    /** Returns the call's own index, unless an earlier call was replaced or has it: then later calls move up. */
    private int index(Place place) {
        int own = Objects.requireNonNull(pieces.get(place)).index();
        int next = highest.getOrDefault(place.choice(), -1) + 1;
        boolean movesUp =
                !keepsIndexes && firstReplaced.getOrDefault(place.choice(), Integer.MAX_VALUE) < place.index();
        return movesUp || own < next || own > HIGHEST_INDEX ? next : own;
    }

    private void send(StreamChunk chunk, StreamContext context) {
        spoken = spoken || !chunk.content().isEmpty();
        context.send(chunk);
    }

    /** Ends the stream: withdraws open requests, and reports approved calls that never went out as failed. */
    void close() {
        queue.clear();
        try {
            UserCode.each(withdrawals, Runnable::run);
        } finally {
            fates.forEach((place, fate) -> {
                if (!sent.containsKey(place)) {
                    fate.thenAccept(late -> late.approved().ifPresent(ApprovedCall::failed));
                }
            });
        }
    }
}
