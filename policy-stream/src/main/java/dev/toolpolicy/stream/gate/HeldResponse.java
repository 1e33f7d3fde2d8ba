package dev.toolpolicy.stream.gate;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;
import dev.toolpolicy.runtime.internal.fault.UserCode;
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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One response at the gate. From the first piece of an undecided call on, all chunks wait in their order. A chunk goes
 * out as soon as no chunk before it waits and its own calls are decided; a text replaces each removed call.
 */
final class HeldResponse {
    private static final Logger LOG = System.getLogger(HeldResponse.class.getName());
    /** A client may keep an array as long as the highest index. */
    private static final int HIGHEST_INDEX = 1 << 16;

    private final GateSession session;
    private final boolean keepsIndexes;
    private final long mostHeld;
    private final Deque<Held> queue = new ArrayDeque<>();
    private final Map<Place, HeldCall> calls = new HashMap<>();
    /** For each choice, the call that its latest piece belongs to. */
    private final Map<Integer, HeldCall> latest = new HashMap<>();
    /** Complete calls without arguments: they are empty if their choice ends well, and cut if not. */
    private final List<CompletedUnit> blank = new ArrayList<>();
    /** The choices that have ended well. */
    private final Set<Integer> finished = new HashSet<>();
    /** The ids that went out: no two calls of a choice may have the same. */
    private final Set<Id> ids = new HashSet<>();
    /** For each choice, the position of the first call that was replaced. */
    private final Map<Integer, Integer> firstReplaced = new HashMap<>();

    private final List<Runnable> withdrawals = new ArrayList<>();
    /** For each choice, the highest index that went out. */
    private final Map<Integer, Integer> highest = new HashMap<>();
    /** For each piece of a call in the chunk that is being read, its call. */
    private List<HeldCall> arriving = List.of();
    /** How many of these calls start in that chunk. */
    private int starting;

    /** Whether text has gone out. */
    private boolean spoken;
    /** The weight of the chunks in the queue. */
    private long held;

    /** A call's place: its choice, and how many calls of the choice started before it. */
    private record Place(int choice, int position) {}

    /** A call's id in its choice. */
    private record Id(int choice, String id) {}

    /** A waiting chunk; for each piece of a call in it, the call; and the weight of both. */
    private record Held(StreamChunk chunk, List<HeldCall> calls, long weight) {}

    HeldResponse(GateSession session, boolean keepsIndexes, long mostHeld) {
        this.mostHeld = mostHeld;
        this.session = session;
        this.keepsIndexes = keepsIndexes;
    }

    /** Reads the calls of the next chunk, which may be removed before they are whole. */
    void read(StreamChunk chunk, StreamContext context) {
        List<HeldCall> owners = new ArrayList<>(chunk.toolCalls().size());
        for (int i = 0; i < chunk.toolCalls().size(); i++) {
            ToolCallDelta piece = chunk.toolCalls().get(i);
            HeldCall call = callOf(new Place(chunk.choice(), context.callOf(i)), piece);
            latest.put(chunk.choice(), call);
            owners.add(call);
            deciding(call, () -> call.read(piece));
        }
        arriving = owners;
    }

    /** Returns the call at a place, to which a piece belongs. The first piece creates it. */
    private HeldCall callOf(Place place, ToolCallDelta piece) {
        HeldCall known = calls.get(place);
        if (known != null) {
            known.note(piece, latest.get(place.choice()) == known);
            return known;
        }
        HeldCall next = new HeldCall(place.choice(), place.position(), piece, session.startReading());
        calls.put(place, next);
        starting++;
        return next;
    }

    /** Runs a step of a decision. A failure removes the call. */
    private static void deciding(HeldCall call, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            UserCode.passThrough(e);
            call.settle(failed(call, e));
        }
    }

    /** Accepts a complete call. A call without text counts as empty only if the response ends well. */
    void complete(CompletedUnit call) {
        if (CallReading.isAbsent(call) && !call.truncated() && !finished.contains(call.choice())) {
            blank.add(call);
        } else {
            decide(call);
        }
    }

    /** Records the end of a choice with its reason. */
    void finish(int choice, String reason) {
        if (ChatCompletionsCalls.completes(reason)) {
            finished.add(choice);
            blank.stream().filter(call -> call.choice() == choice).forEach(this::decide);
        } else {
            blank.stream().filter(call -> call.choice() == choice).forEach(this::cut);
        }
        blank.removeIf(call -> call.choice() == choice);
    }

    private void decide(CompletedUnit whole) {
        HeldCall call = call(whole);
        call.complete(whole);
        if (call.verdict() == null) {
            deciding(call, () -> await(call, call.decide(whole)));
        }
    }

    private void cut(CompletedUnit blank) {
        HeldCall call = call(blank);
        call.complete(blank);
        await(call, CallReading.cut());
    }

    private HeldCall call(CompletedUnit whole) {
        return Objects.requireNonNull(calls.get(new Place(whole.choice(), whole.index())));
    }

    private void await(HeldCall call, CallReading.Pending pending) {
        withdrawals.add(pending.withdraw());
        call.setVerdict(pending.verdict().toCompletableFuture().exceptionally(error -> failed(call, error)));
    }

    /** Logs a failure to decide about a call. Returns the verdict that follows. */
    private static GateVerdict failed(HeldCall call, Throwable error) {
        UserCode.log(LOG, Level.ERROR, "deciding about call " + call + " failed; it doesn't go out", error);
        return GateVerdict.removed("An internal error stopped it.");
    }

    /** Takes the chunk that was read: it goes out, with those that wait before it, once their calls are decided. */
    void take(StreamChunk chunk, StreamContext context) {
        if (chunk.toolCalls().isEmpty() && queue.isEmpty()) {
            send(chunk, context);
            return;
        }
        Held next = new Held(chunk, arriving, ChunkWeight.of(chunk) + (long) starting * ChunkWeight.EACH_CALL);
        arriving = List.of();
        starting = 0;
        queue.add(next);
        held += next.weight();
        while (!queue.isEmpty() && queue.peek().calls().stream().allMatch(HeldCall::isDecided)) {
            release(queue.remove(), context);
        }
        if (held > mostHeld) {
            end(chunk, context);
        }
    }

    /** Ends the response, since too much text waits behind a call; none of that text goes out. */
    private void end(StreamChunk chunk, StreamContext context) {
        context.emit("response_rejected", Map.of("held", Long.toString(held)));
        context.send(chunk.replacedBy(notice("This response was ended: more than " + mostHeld
                + " characters wait for a call that isn't complete.")));
        context.terminate();
    }

    /** Returns whether an approval request is open. */
    boolean isWaiting() {
        return verdicts().anyMatch(verdict -> !verdict.isDone());
    }

    /** Waits until no approval request is open. Returns true, since a pulse runs suppliers. */
    boolean await() {
        verdicts().forEach(HeldResponse::join);
        return true;
    }

    private Stream<CompletableFuture<GateVerdict>> verdicts() {
        return calls.values().stream().map(HeldCall::verdict).filter(Objects::nonNull);
    }

    /** Sends all that may go out, since the response has ended. Waits for open approval requests. */
    void flush(StreamContext context) {
        while (!queue.isEmpty()) {
            release(queue.remove(), context);
        }
    }

    private static GateVerdict join(CompletableFuture<GateVerdict> verdict) {
        try {
            return verdict.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a call waited for approval");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a verdict never fails", e);
        }
    }

    /** Returns the final verdict, waiting for it if needed. A call with an id that went out before is removed. */
    private GateVerdict verdict(HeldCall call) {
        CompletableFuture<GateVerdict> pending = call.verdict();
        GateVerdict known = pending == null
                ? GateVerdict.removed("The response ended before the call was complete.")
                : join(pending);
        boolean again = known.passes()
                && call.sent() == HeldCall.Sent.NOTHING
                && ids.contains(new Id(call.choice(), call.id()));
        return again ? GateVerdict.removed("An earlier call has the same id.") : known;
    }

    /** Sends what may go out of a chunk, with a text in the place of the first piece of each removed call. */
    private void release(Held next, StreamContext context) {
        StreamChunk chunk = next.chunk();
        held -= next.weight();
        List<ToolCallDelta> kept = new ArrayList<>();
        StringBuilder content = new StringBuilder(chunk.content());
        for (int i = 0; i < next.calls().size(); i++) {
            HeldCall call = next.calls().get(i);
            ToolCallDelta piece = chunk.toolCalls().get(i);
            switch (call.sent()) {
                case PIECES -> kept.add(piece);
                case WHOLE, NOTICE -> {}
                case NOTHING -> {
                    GateVerdict verdict = verdict(call);
                    if (verdict.passes()) {
                        kept.add(passed(piece, call, verdict, context));
                    } else {
                        content.append(content.isEmpty() ? notice("") : "\n\n").append(removed(call, verdict, context));
                    }
                }
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

    GateSession session() {
        return session;
    }

    /** Returns a notice, separated from the text before it. */
    String notice(String text) {
        return spoken ? "\n\n" + text : text;
    }

    /** Records and reports that a call is removed. Returns the text that goes out in its place. */
    private String removed(HeldCall call, GateVerdict verdict, StreamContext context) {
        call.record(HeldCall.Sent.NOTICE);
        report(call, verdict);
        firstReplaced.merge(call.choice(), call.position(), Math::min);
        context.emit("tool_call_denied", call.details(verdict));
        String tool = call.tool();
        String whose = tool.isEmpty() ? "A call" : "The call of " + VisibleText.quoted(tool, VisibleText.NAME);
        return whose + " was removed from this response. " + VisibleText.sentence(verdict.reason());
    }

    /**
     * Returns what goes out for a call's first piece: the piece as it came, if all readers take all pieces of the call
     * in one way; otherwise the whole call.
     */
    private ToolCallDelta passed(ToolCallDelta piece, HeldCall call, GateVerdict verdict, StreamContext context) {
        int index = index(call);
        ToolCallDelta whole = call.inOnePiece(index);
        boolean plain = call.isPlainly(whole);
        call.record(plain ? HeldCall.Sent.PIECES : HeldCall.Sent.WHOLE);
        ids.add(new Id(call.choice(), call.id()));
        highest.merge(call.choice(), index, Math::max);
        session.letThrough(verdict.approved().orElseThrow());
        report(call, verdict);
        context.emit("tool_call_passed", call.details(verdict));
        return plain ? piece : whole;
    }

    private static void report(HeldCall call, GateVerdict verdict) {
        UserCode.run(
                LOG, Level.ERROR, "recording call " + call + " failed; nothing changes", () -> call.report(verdict));
    }

    /** Returns the verdict on a call that never went out, since its response was cut off. */
    private static GateVerdict unsent(@Nullable CompletableFuture<GateVerdict> verdict) {
        boolean known = verdict != null && verdict.isDone() && !verdict.isCompletedExceptionally();
        return known && verdict != null && !join(verdict).passes()
                ? join(verdict)
                : GateVerdict.removed("the response ended before it went out");
    }

    /** Returns the index that a call goes out with: its own, unless an earlier call was replaced or took it. */
    private int index(HeldCall call) {
        int own = call.index();
        int next = highest.getOrDefault(call.choice(), -1) + 1;
        boolean movesUp =
                !keepsIndexes && firstReplaced.getOrDefault(call.choice(), Integer.MAX_VALUE) < call.position();
        return movesUp || own < next || own > HIGHEST_INDEX ? next : own;
    }

    private void send(StreamChunk chunk, StreamContext context) {
        spoken = spoken || !chunk.content().isEmpty();
        context.send(chunk);
    }

    /** Ends the stream: withdraws open requests, and reports approved calls that never went out as failed. */
    @SuppressWarnings("FutureReturnValueIgnored") // its failures are logged
    void close() {
        queue.clear();
        try {
            UserCode.each(withdrawals, Runnable::run);
        } finally {
            for (HeldCall call : calls.values()) {
                CompletableFuture<GateVerdict> verdict = call.verdict();
                if (call.sent() == HeldCall.Sent.NOTHING) {
                    report(call, unsent(verdict));
                }
                if (verdict != null && !call.wentOut()) {
                    verdict.thenAccept(late -> late.approved().ifPresent(ApprovedCall::failed))
                            .exceptionally(error -> {
                                UserCode.log(LOG, Level.ERROR, "reporting call " + call + " as failed failed", error);
                                return null;
                            });
                }
            }
        }
    }
}
