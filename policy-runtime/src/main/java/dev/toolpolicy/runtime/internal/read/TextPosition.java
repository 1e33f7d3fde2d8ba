package dev.toolpolicy.runtime.internal.read;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The place in a text that its parser has reached. The parser moves it, and visitors that were given it see where they
 * get an event: right after the character that makes the event known, for all sizes of chunks.
 */
public final class TextPosition {
    /** Where the chunk starts. */
    private long start;
    /** The index in the chunk of the character that is read; -1 before the first. */
    private int at = -1;
    /** Maps an index of the visitor's buffer to one of the chunk; null if it gets anything but a piece of a string. */
    private @Nullable IntUnaryOperator piece;

    private boolean ended;

    /**
     * Returns how much of the text was read when the visitor got the event.
     *
     * @return UTF-16 code units
     */
    public long offset() {
        return start + (ended ? 0 : at + 1);
    }

    /**
     * Returns how much of the text was read before an index of the piece of a string that the visitor gets. For any
     * other event it is the event's offset.
     *
     * @param index an index in the visitor's buffer
     * @return UTF-16 code units
     */
    public long offset(int index) {
        return piece == null ? offset() : start + piece.applyAsInt(index);
    }

    long chunkStart() {
        return start;
    }

    /** Returns the offset of the character that is read. */
    long fault() {
        return start + at;
    }

    void moveTo(int index) {
        at = index;
    }

    /** Moves to the next chunk, after a chunk of this length. */
    void nextChunk(int length) {
        start += length;
    }

    void enterPiece(IntUnaryOperator sourceBehind) {
        piece = sourceBehind;
    }

    void leavePiece() {
        piece = null;
    }

    void end() {
        ended = true;
        at = 0;
    }
}
