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
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

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
    private final Map<Place, HeldCall> calls = new HashMap<>();
    /** For each choice, the call that its latest piece belongs to. */
    private final Map<Integer, HeldCall> latest = new HashMap<>();
    /** Calls that are complete but have no text: they are empty if their response ends well, and else cut. */
    private final List<CompletedUnit.Call> blank = new ArrayList<>();
    /** The choices that have ended well. */
    private final Set<Integer> finished = new HashSet<>();
    /** The ids that went out: no two calls of a choice may have one. */
    private final Set<Id> ids = new HashSet<>();
    /** For each choice, the first call that was replaced. */
    private final Map<Integer, Integer> firstReplaced = new HashMap<>();

    private final List<Runnable> withdrawals = new ArrayList<>();
    /** For each choice, the highest index that went out. */
    private final Map<Integer, Integer> highest = new HashMap<>();
    /** For each piece of a call in the chunk that comes, its call. */
    private List<HeldCall> arriving = List.of();
    /** How many of them it starts. */
    private int starting;

    private boolean spoken;
    /** What the chunks in the queue take up. */
    private long held;

    /** A call's place: its choice, and how many calls of the choice came before it. */
    private record Place(int choice, int index) {}

    /** A call's id in its choice. */
    private record Id(int choice, String id) {}

    /** A chunk and, for each piece of a call in it, the call; and what all that takes up. */
    private record Held(StreamChunk chunk, List<HeldCall> calls, long weight) {}

    HeldResponse(GateSession session, boolean keepsIndexes, long mostHeld) {
        this.mostHeld = mostHeld;
        this.session = session;
        this.keepsIndexes = keepsIndexes;
    }

    /** Reads the calls of the next chunk, which may be refused before they are whole. */
    void read(StreamChunk chunk, StreamContext.Completions completions) {
        List<HeldCall> owners = new ArrayList<>(chunk.toolCalls().size());
        for (int i = 0; i < chunk.toolCalls().size(); i++) {
            ToolCallDelta piece = chunk.toolCalls().get(i);
            Place place = new Place(chunk.choice(), completions.callOf(i));
            HeldCall call = calls.get(place);
            if (call == null) {
                call = new HeldCall(place.choice(), place.index(), piece, session.read());
                calls.put(place, call);
                starting++;
            } else {
                call.add(piece, latest.get(place.choice()) == call);
            }
            latest.put(place.choice(), call);
            owners.add(call);
            read(call, piece);
        }
        arriving = owners;
    }

    private static void read(HeldCall call, ToolCallDelta piece) {
        try {
            call.read(piece).ifPresent(refusal -> call.decided(CompletableFuture.completedFuture(refusal)));
        } catch (Throwable e) {
            UserCode.passThrough(e);
            call.decided(CompletableFuture.completedFuture(failed(call, e)));
        }
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
            blank.stream().filter(call -> call.choice() == choice).forEach(this::cut);
        }
        blank.removeIf(call -> call.choice() == choice);
    }

    private void decide(CompletedUnit.Call whole) {
        HeldCall call = call(whole);
        call.complete(whole);
        if (call.verdict() != null) {
            return;
        }
        try {
            decide(call, call.decide(whole));
        } catch (Throwable e) {
            UserCode.passThrough(e);
            call.decided(CompletableFuture.completedFuture(failed(call, e)));
        }
    }

    private void cut(CompletedUnit.Call blank) {
        HeldCall call = call(blank);
        call.complete(blank);
        decide(call, CallReading.cut());
    }

    private HeldCall call(CompletedUnit.Call whole) {
        return Objects.requireNonNull(calls.get(new Place(whole.choice(), whole.index())));
    }

    private void decide(HeldCall call, PendingVerdict pending) {
        withdrawals.add(pending.withdraw());
        call.decided(pending.fate().toCompletableFuture().exceptionally(error -> failed(call, error)));
    }

    /** Returns the denial after a failure to decide. */
    private static GateVerdict failed(HeldCall call, Throwable error) {
        UserCode.log(LOG, Level.ERROR, "deciding about call " + call + " failed; it doesn't go out", error);
        return GateVerdict.refused("Tool Policy failed on it");
    }

    /** Takes the next chunk: it goes out if nothing before it and nothing in it waits. */
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
            endIt(chunk, context);
        }
    }

    /** Ends a response with too much text behind a waiting call; none of the waiting text goes out. */
    private void endIt(StreamChunk chunk, StreamContext context) {
        context.emit("response_refused", Map.of("held", Long.toString(held)));
        context.send(chunk.replacedBy(notice("Tool Policy ended this response: more than " + mostHeld
                + " characters wait for a call that isn't whole.")));
        context.terminate();
    }

    /** Returns whether an approval request is open. */
    boolean isWaiting() {
        return verdicts().anyMatch(verdict -> !verdict.isDone());
    }

    /** Waits until no approver is being asked any more. */
    boolean await() {
        verdicts().forEach(HeldResponse::join);
        return true;
    }

    private Stream<CompletableFuture<GateVerdict>> verdicts() {
        return calls.values().stream().map(HeldCall::verdict).filter(Objects::nonNull);
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

    private GateVerdict verdict(HeldCall call) {
        CompletableFuture<GateVerdict> pending = call.verdict();
        GateVerdict known =
                pending == null ? GateVerdict.refused("the response ended before it was whole") : join(pending);
        boolean again = known.passes()
                && call.sent() == HeldCall.Sent.NOTHING
                && ids.contains(new Id(call.choice(), call.id()));
        return again ? GateVerdict.refused("a call before it has the same id") : known;
    }

    /** Sends what may go out of a chunk, with a text in the place of each call that starts here and is refused. */
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
                case WHOLE, REFUSAL -> {}
                case NOTHING -> {
                    GateVerdict verdict = verdict(call);
                    if (verdict.passes()) {
                        kept.add(passed(piece, call, verdict, context));
                    } else {
                        content.append(content.isEmpty() ? notice("") : "\n\n").append(refused(call, verdict, context));
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

    /** Returns a notice, separated from the model's text. */
    String notice(String text) {
        return spoken ? "\n\n" + text : text;
    }

    private String refused(HeldCall call, GateVerdict verdict, StreamContext context) {
        call.send(HeldCall.Sent.REFUSAL);
        firstReplaced.merge(call.choice(), call.position(), Math::min);
        context.emit("tool_call_refused", call.details(verdict));
        String tool = call.tool();
        return "Tool Policy refused "
                + (tool.isEmpty() ? "a call: " : "the call of " + VisibleText.quoted(tool, VisibleText.NAME) + ": ")
                + verdict.reason() + (verdict.reason().endsWith(".") ? "" : ".");
    }

    /**
     * Returns what goes out for a call's first piece: the piece as it came, if all readers take all pieces of the call
     * in one way; otherwise the whole call.
     */
    private ToolCallDelta passed(ToolCallDelta piece, HeldCall call, GateVerdict verdict, StreamContext context) {
        int index = index(call);
        ToolCallDelta whole = call.inOnePiece(index);
        boolean plain = call.isPlainly(whole);
        call.send(plain ? HeldCall.Sent.PIECES : HeldCall.Sent.WHOLE);
        ids.add(new Id(call.choice(), call.id()));
        highest.merge(call.choice(), index, Math::max);
        session.letThrough(verdict.approved().orElseThrow());
        context.emit("tool_call_passed", call.details(verdict));
        return plain ? piece : whole;
    }

    /** Returns the call's own index, unless an earlier call was replaced or has it: then later calls move up. */
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
