package dev.toolpolicy.stream.gate;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One call at the gate: how its pieces came, its verdict, and what went out in its place. */
final class HeldCall {
    /** The output in the place of a call. */
    enum Sent {
        /** Nothing yet. */
        NOTHING,
        /** A text that says why the call is removed. */
        NOTICE,
        /** The first piece as it came; the others go out as they came, too. */
        PIECES,
        /** The whole call in the place of its first piece; the other pieces don't go out. */
        WHOLE
    }

    private final int choice;
    private final int position;
    private final ToolCallDelta first;
    private final CallReading reading;
    /** Whether every piece behind the first follows one of this call and has its index alone. */
    private boolean plain = true;

    private @Nullable CompletedUnit call;
    private @Nullable CompletableFuture<GateVerdict> verdict;
    private Sent sent = Sent.NOTHING;

    /** Creates a call with its first piece. The position is the number of calls of the choice that started before. */
    HeldCall(int choice, int position, ToolCallDelta first, CallReading reading) {
        this.choice = choice;
        this.position = position;
        this.first = new ToolCallDelta(first.index(), first.id(), first.name(), "");
        this.reading = reading;
    }

    /** Returns the number of the call's choice. */
    int choice() {
        return choice;
    }

    /** Returns the number of calls of the choice that started before. */
    int position() {
        return position;
    }

    /** Returns the index that the provider gave. */
    int index() {
        return first.index();
    }

    /** Notes a piece behind the first, and whether the piece before it in its choice is of this call. */
    void note(ToolCallDelta next, boolean behindItsOwn) {
        plain = plain
                && behindItsOwn
                && next.index() == first.index()
                && next.id().isEmpty()
                && next.name().isEmpty();
    }

    /** Reads a piece. If it makes a rule deny the call, the verdict is known. */
    void read(ToolCallDelta piece) {
        if (verdict == null) {
            reading.add(piece).ifPresent(this::settle);
        }
    }

    /** Records that the call is complete. */
    void complete(CompletedUnit whole) {
        call = whole;
    }

    /** Decides about the complete call. Returns the pending verdict, for {@link #setVerdict}. */
    CallReading.Pending decide(CompletedUnit whole) {
        return reading.decide(whole);
    }

    /** Sets the verdict, which may complete later, but not fail. */
    void setVerdict(CompletableFuture<GateVerdict> pending) {
        verdict = pending;
    }

    void settle(GateVerdict known) {
        verdict = CompletableFuture.completedFuture(known);
    }

    /** Returns the verdict; null while nothing is decided. */
    @Nullable
    CompletableFuture<GateVerdict> verdict() {
        return verdict;
    }

    /** Returns whether the verdict is known. */
    boolean isDecided() {
        return verdict != null && verdict.isDone();
    }

    /** Returns what went out in the place of the call. */
    Sent sent() {
        return sent;
    }

    /** Returns whether the call, or its first piece, went out to the client. */
    boolean wentOut() {
        return sent == Sent.PIECES || sent == Sent.WHOLE;
    }

    /** Records what goes out in the place of the call. */
    void record(Sent output) {
        sent = output;
    }

    /** Reports the call to the engine's listeners; called once, with the final verdict. */
    void report(GateVerdict by) {
        reading.report(call, by);
    }

    /** Returns the tool's name; empty until the call is complete or removed. */
    String tool() {
        return call != null ? call.name() : verdict == null ? "" : reading.name();
    }

    /** Returns the call's id; empty until the call is complete or removed. */
    String id() {
        return call != null ? call.id() : verdict == null ? "" : reading.id();
    }

    /** Returns the whole call in one piece. */
    ToolCallDelta inOnePiece(int index) {
        CompletedUnit whole = call;
        if (whole == null) {
            throw new IllegalStateException("call " + id() + " isn't whole");
        }
        return new ToolCallDelta(index, whole.id(), whole.name(), whole.text());
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

    /** Returns the details of the event that reports a verdict. */
    Map<String, String> details(GateVerdict by) {
        return Map.of("tool", tool(), "call", id(), "reason", by.reason());
    }

    @Override
    public String toString() {
        return VisibleText.line(tool() + "#" + id());
    }
}
