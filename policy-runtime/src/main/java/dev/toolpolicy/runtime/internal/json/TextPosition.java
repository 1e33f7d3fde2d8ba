package dev.toolpolicy.runtime.internal.json;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The place in a text that its parser has reached. The parser moves it, and visitors that were given it see where they
 * get an event: right after the character that makes the event known, for all sizes of chunks.
 */
public final class TextPosition {
    /** Pieces that are ranges of a chunk. */
    private static final IntUnaryOperator RAW = IntUnaryOperator.identity();

    /** Where the chunk starts, once {@link #room} is used up. */
    private long end;
    /** How many plain characters of a string may still be read before anything must be checked. */
    private int room;
    /** The index in the chunk of the character that is read; -1 before the first. */
    private int at = -1;
    /** Maps indexes of the piece to indexes of the chunk; null while the visitor gets anything but a piece of a string. */
    private @Nullable IntUnaryOperator piece;

    private boolean ended;

    /**
     * Returns how much of the text was read when the visitor got the event.
     *
     * @return UTF-16 code units
     */
    public long offset() {
        return chunkStart() + (ended ? 0 : at + 1);
    }

    /**
     * Returns how much of the text was read before an index of the piece of a string that the visitor gets. For any
     * other event it is the event's offset.
     *
     * @param index an index in the visitor's buffer
     * @return UTF-16 code units
     */
    public long offset(int index) {
        return piece == null ? offset() : chunkStart() + piece.applyAsInt(index);
    }

    long chunkStart() {
        return end - room;
    }

    /** Returns the offset of the character that is read. */
    long fault() {
        return chunkStart() + at;
    }

    void moveTo(int index) {
        at = index;
    }

    /** Moves to the next chunk, after a chunk of this length. */
    void nextChunk(int length) {
        end += length;
    }

    /** Returns whether a chunk of so many characters may be plain text of the open string. */
    boolean hasRoom(int length) {
        return length <= room;
    }

    /** Moves to the next chunk, after a chunk of this many plain characters. */
    void nextPlain(int length) {
        room -= length;
    }

    /** Enters a string, which may extend to this offset. */
    void enterText(long limit) {
        long start = chunkStart();
        room = (int) Math.min(limit - start, Integer.MAX_VALUE);
        end = start + room;
        piece = RAW;
    }

    void enterPiece() {
        piece = RAW;
    }

    void enterPiece(IntUnaryOperator sources) {
        piece = sources;
    }

    void leaveText() {
        end = chunkStart();
        room = 0;
        piece = null;
    }

    void leavePiece() {
        piece = null;
    }

    void end() {
        ended = true;
        at = 0;
    }
}
