package dev.toolpolicy.runtime.internal.json;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The place in a text that its parser has reached. The parser moves it, and visitors that were given it see where they
 * get an event: right after the character that makes the event known, for all sizes of chunks.
 */
public final class TextPosition {
    /** The visitor gets anything but a piece of a string. */
    private static final int NO_PIECE = 0;
    /** The visitor's buffer is the chunk. */
    private static final int CHUNK = 1;
    /** The visitor's buffer is a {@link DecodedPiece}. */
    private static final int DECODED_CHUNK = 2;
    /** The visitor's buffer is what a {@link StringDecoder} wrote. */
    private static final int DECODED = 3;

    /** Where the chunk starts, once {@link #room} is used up. */
    private long end;
    /** How many plain characters of a string may still be read before anything must be checked. */
    private int room;
    /** The index in the chunk of the character that is read; -1 before the first. */
    private int at = -1;
    /** The visitor's buffer: a number, since a reference that is stored for each piece costs the collector's barrier. */
    private int piece = NO_PIECE;
    /** Maps an index of a {@link DecodedPiece} to one of the chunk. */
    private @Nullable IntUnaryOperator decodedChunk;
    /** Maps an index of what a {@link StringDecoder} wrote to one of the chunk. */
    private @Nullable IntUnaryOperator decoded;

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
        return switch (piece) {
            case NO_PIECE -> offset();
            case CHUNK -> chunkStart() + index;
            case DECODED_CHUNK ->
                chunkStart() + Objects.requireNonNull(decodedChunk).applyAsInt(index);
            case DECODED -> chunkStart() + Objects.requireNonNull(decoded).applyAsInt(index);
            default -> throw new IllegalStateException("unknown piece " + piece);
        };
    }

    /** Sets how indexes of the parser's own buffers become indexes of the chunk. */
    void ofBuffers(IntUnaryOperator ofDecodedChunk, IntUnaryOperator ofDecoded) {
        decodedChunk = ofDecodedChunk;
        decoded = ofDecoded;
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
        piece = CHUNK;
    }

    void enterChunkPiece() {
        piece = CHUNK;
    }

    void enterDecodedChunk() {
        piece = DECODED_CHUNK;
    }

    void enterDecodedPiece() {
        piece = DECODED;
    }

    void leaveText() {
        end = chunkStart();
        room = 0;
        piece = NO_PIECE;
    }

    void leavePiece() {
        piece = NO_PIECE;
    }

    void end() {
        ended = true;
        at = 0;
    }
}
