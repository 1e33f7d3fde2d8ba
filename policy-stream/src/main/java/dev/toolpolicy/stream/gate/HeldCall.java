package dev.toolpolicy.stream.gate;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One call at the gate: how its pieces came, its verdict, and what went out in its place. */
final class HeldCall {
    /** The output in the place of a call. */
    enum Sent {
        /** Nothing yet. */
        NOTHING,
        /** A text that says why the call is refused. */
        REFUSAL,
        /** The first piece as it came; the others go out as they came, too. */
        PIECES,
        /** The whole call in the place of its first piece; the other pieces don't go out. */
        WHOLE
    }

    private final int choice;
    private final int position;
    private final ToolCallDelta first;
    private final CallReading reading;
    /** Whether all readers take the pieces in one way. */
    private boolean plain = true;

    private CompletedUnit.@Nullable Call call;
    private @Nullable CompletableFuture<GateVerdict> verdict;
    private Sent sent = Sent.NOTHING;

    /** Creates a call with its first piece. The position is the number of calls of the choice that started before. */
    HeldCall(int choice, int position, ToolCallDelta first, CallReading reading) {
        this.choice = choice;
        this.position = position;
        this.first = new ToolCallDelta(first.index(), first.id(), first.name(), "");
        this.reading = reading;
    }

    int choice() {
        return choice;
    }

    int position() {
        return position;
    }

    /** Returns the index that the provider gave. */
    int index() {
        return first.index();
    }

    /**
     * Takes a piece that follows the first. Plain ones have the index alone, and directly follow one of the same call.
     */
    void add(ToolCallDelta next, boolean behindItsOwn) {
        plain = plain
                && behindItsOwn
                && next.index() == first.index()
                && next.id().isEmpty()
                && next.name().isEmpty();
    }

    /** Reads a piece. Returns the refusal, once a rule denies the call. */
    Optional<GateVerdict> read(ToolCallDelta piece) {
        return verdict == null ? reading.add(piece) : Optional.empty();
    }

    PendingVerdict decide(CompletedUnit.Call whole) {
        return reading.decide(whole);
    }

    /** Records that the call is complete. */
    void complete(CompletedUnit.Call whole) {
        call = whole;
    }

    void decided(CompletableFuture<GateVerdict> by) {
        verdict = by;
    }

    @Nullable
    CompletableFuture<GateVerdict> verdict() {
        return verdict;
    }

    boolean isDecided() {
        return verdict != null && verdict.isDone();
    }

    Sent sent() {
        return sent;
    }

    /** Returns whether the call, or its first piece, went out to the client. */
    boolean wentOut() {
        return sent == Sent.PIECES || sent == Sent.WHOLE;
    }

    void send(Sent what) {
        sent = what;
    }

    /** Returns the tool's name, as far as it is known. */
    String tool() {
        return call != null ? call.name() : verdict == null ? "" : reading.name();
    }

    /** Returns the call's id, as far as it is known. */
    String id() {
        return call != null ? call.id() : verdict == null ? "" : reading.id();
    }

    /** Returns the whole call in one piece. */
    ToolCallDelta inOnePiece(int index) {
        CompletedUnit.Call whole = call;
        if (whole == null) {
            throw new IllegalStateException("call " + id() + " isn't whole");
        }
        return new ToolCallDelta(index, whole.id(), whole.name(), whole.argumentText());
    }

    /**
     * Returns whether the pieces tell this call plainly: the first has index, id and name. Then readers that go by
     * index, by id or by order, and that take the first, the last or all of what repeats, read the same call.
     */
    boolean isPlainly(ToolCallDelta whole) {
        return plain
                && first.index() == whole.index()
                && first.id().equals(whole.id())
                && first.name().equals(whole.name());
    }

    Map<String, String> details(GateVerdict by) {
        return Map.of("tool", tool(), "call", id(), "reason", by.reason());
    }

    @Override
    public String toString() {
        return tool() + "#" + id();
    }
}
