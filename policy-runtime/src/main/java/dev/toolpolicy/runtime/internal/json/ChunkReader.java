package dev.toolpolicy.runtime.internal.json;

import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/**
 * The reading of a text in chunks. It tracks the offset of each chunk, reads chunks inside a string by the fastest
 * path, and leaves all others to {@link TextReader}.
 *
 * <p>Most chunks are a few plain characters of a long string, so their handling is most of the cost of reading. {@link
 * #readPlain} therefore checks a single number, which is 0 if any other case must be checked.
 */
final class ChunkReader {
    /** What {@link #inside} says when no string is open, or more is open in it than an escape's backslash. */
    private static final int OUTSIDE = -1;

    private final long maxText;
    private final FragmentVisitor visitor;
    private final TextPosition position;
    private final TextReader text;
    private final DecodedPiece piece;

    /** {@link TextReader#open()} when the last chunk ended; {@link #OUTSIDE} after the end and after an error. */
    private int inside = OUTSIDE;

    private boolean finished;

    ChunkReader(ArgumentLimits limits, FragmentVisitor visitor, TextPosition position) {
        this.maxText = limits.text();
        this.visitor = visitor;
        this.position = position;
        this.text = new TextReader(limits, visitor, position);
        this.piece = new DecodedPiece(visitor, this);
        position.ofBuffers(piece, text::sourceBehind);
    }

    /** Returns the first error, or null. */
    @Nullable
    ArgumentError error() {
        return text.error();
    }

    /** Returns how much was read without error. */
    long offset() {
        ArgumentError error = text.error();
        return error == null ? position.chunkStart() : error.offset();
    }

    /** Returns whether the root's value has ended without error. */
    boolean isComplete() {
        return text.isComplete();
    }

    /**
     * Reads a chunk of plain characters inside of a string.
     *
     * @return false, and nothing was read, if it is anything else
     */
    boolean readPlain(String chunk) {
        int length = chunk.length();
        if (!position.hasRoom(length) || !StringCharacters.arePlain(chunk, length)) {
            return false;
        }
        try {
            visitor.text(chunk, 0, length);
            position.nextPlain(length);
        } catch (Throwable thrown) {
            position.moveTo(length);
            if (!isRefusal(thrown)) {
                throw thrown;
            }
        }
        return true;
    }

    /**
     * Asks whether a chunk of this length may be decoded by {@link DecodedPiece}.
     *
     * @return whether it follows the backslash of an escape: 1, or 0; negative if the text may not be so long, or the
     *     chunk lies elsewhere than inside of a string
     */
    int openBefore(int length) {
        return length > maxText - position.chunkStart() ? OUTSIDE : inside;
    }

    /** Begins a chunk that was decoded, before the visitor hears of it. */
    void beginDecoded(int length) {
        position.moveTo(length);
        position.enterDecodedChunk();
    }

    /**
     * Reads a chunk, unless there was an error.
     *
     * @throws IllegalStateException if the text has ended
     */
    void read(String chunk) {
        requireUnfinished();
        try {
            piece.read(chunk);
        } catch (Throwable thrown) {
            if (!isRefusal(thrown)) {
                throw thrown;
            }
        }
    }

    /** Throws an {@link IllegalStateException} if the text has ended. */
    void requireUnfinished() {
        if (finished) {
            throw new IllegalStateException("the text was finished at offset " + offset());
        }
    }

    /** Ends a chunk that was decoded; {@link TextReader#open()} would say the same of what is open behind it. */
    void endInside(int length, int open) {
        if (open == 0 && position.hasRoom(length)) {
            position.nextPlain(length);
            position.enterChunkPiece();
            return;
        }
        position.leaveText();
        position.nextChunk(length);
        inside = open;
        text.goOnInside(open);
        allowPlain();
    }

    /** Reads a chunk of any kind. */
    void readAny(String chunk) {
        position.leaveText();
        position.moveTo(0);
        long room = maxText - position.chunkStart();
        if (chunk.length() > room) {
            readTooMuch(chunk, (int) room);
        } else if (inside < 0) {
            readTo(chunk, 0, chunk.length());
        } else {
            readTo(chunk, text.readDecodedString(chunk, 0, chunk.length()), chunk.length());
        }
        allowPlain();
    }

    private void allowPlain() {
        if (inside == 0) {
            position.enterText(maxText);
        }
    }

    private void readTo(String chunk, int from, int end) {
        text.read(chunk, from, end);
        if (text.error() == null) {
            position.nextChunk(end);
            inside = text.open();
        } else {
            inside = OUTSIDE;
        }
    }

    private void readTooMuch(String chunk, int room) {
        readTo(chunk, 0, room);
        position.moveTo(0);
        text.tooLong(chunk.charAt(room));
        inside = OUTSIDE;
    }

    /** Takes note that the text has ended. */
    void finish() {
        finished = true;
        position.leaveText();
        inside = OUTSIDE;
        position.end();
        try {
            text.end();
        } catch (Throwable thrown) {
            if (!isRefusal(thrown)) {
                throw thrown;
            }
        }
        if (text.error() == null && !text.isComplete()) {
            fail(
                    DiagnosticCode.TRUNCATED,
                    "the text ended before the arguments were complete; send the call again with all of them");
        }
    }

    /** Makes what the visitor threw the text's error; false if it is to be passed on as well. */
    private boolean isRefusal(Throwable thrown) {
        if (thrown instanceof FragmentVisitor.RefusedException refused) {
            fail(refused.code(), refused.detail());
            return true;
        }
        fail(DiagnosticCode.INTERNAL, "an internal error stopped this call");
        return false;
    }

    private void fail(DiagnosticCode code, String detail) {
        position.leaveText();
        inside = OUTSIDE;
        text.fail(code, detail);
    }
}
