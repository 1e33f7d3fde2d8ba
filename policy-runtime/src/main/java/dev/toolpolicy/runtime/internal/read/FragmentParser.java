package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parser of one strict JSON text (RFC 8259) that arrives in chunks, cut anywhere. A visitor gets pieces of strings
 * before their end, and everything else when it is complete. The events and the first error don't depend on the cuts,
 * except for the pieces of strings.
 *
 * <p>The first error in the order of the text is final: reading stops there, and later text is ignored. The time is
 * linear in the text. Between chunks the parser keeps the path from the root to the open value and the names of the
 * open objects. It doesn't recurse.
 *
 * <p>Not thread-safe. Nothing blocks. If the visitor throws anything but {@link
 * FragmentVisitor.RefusedException}, the exception is thrown to the caller and the text has the error
 * {@code internal}.
 */
public final class FragmentParser {
    private final long maxText;
    private final TextPosition position;
    private final TextReader reader;
    private boolean finished;

    /**
     * Creates a parser for one text.
     *
     * @param limits how much is read before the text is refused
     * @param visitor gets the text, on the thread that appends it
     * @throws NullPointerException if an argument is null
     */
    public FragmentParser(ArgumentLimits limits, FragmentVisitor visitor) {
        this(limits, visitor, new TextPosition());
    }

    /**
     * Creates a parser for one text whose visitor sees the offset of each event.
     *
     * @param limits how much is read before the text is refused
     * @param visitor gets the text, on the thread that appends it
     * @param position a new position, which the parser moves
     * @throws NullPointerException if an argument is null
     */
    public FragmentParser(ArgumentLimits limits, FragmentVisitor visitor, TextPosition position) {
        this.maxText = limits.text();
        this.position = Objects.requireNonNull(position, "position");
        this.reader = new TextReader(limits, Objects.requireNonNull(visitor, "visitor"), position);
    }

    /**
     * Reads the next chunk of the text. After an error it is ignored.
     *
     * @param chunk any number of characters, possibly none
     * @return this parser
     * @throws NullPointerException if the chunk is null
     * @throws IllegalStateException if the text was finished
     */
    public FragmentParser append(CharSequence chunk) {
        String characters = chunk.toString();
        if (finished) {
            throw new IllegalStateException("the text was finished at offset " + offset());
        }
        advance(characters);
        return this;
    }

    private void read(String chunk) {
        int room = (int) Math.min(chunk.length(), maxText - position.chunkStart());
        reader.read(chunk, room);
        if (reader.error() == null) {
            position.nextChunk(room);
            if (room < chunk.length()) {
                reader.tooLong(chunk.charAt(room));
            }
        }
    }

    /** Reads a chunk, or the end if it is null; what the visitor throws becomes the text's error. */
    private void advance(@Nullable String chunk) {
        try {
            if (chunk == null) {
                reader.end();
            } else {
                read(chunk);
            }
        } catch (FragmentVisitor.RefusedException refused) {
            reader.fail(refused.code(), refused.detail());
        } catch (Throwable thrown) {
            reader.fail(DiagnosticCode.INTERNAL, "an internal error stopped this call");
            throw thrown;
        }
    }

    /**
     * Says that the text has ended. A text that is not whole is truncated. Calling it again changes nothing.
     *
     * @return this parser
     */
    public FragmentParser finish() {
        finished = true;
        advance(null);
        return this;
    }

    /**
     * Returns what is wrong with the text. Once there is an error it stays the same.
     *
     * @return the first error in the order of the text, or empty if none was found yet
     */
    public Optional<ArgumentError> error() {
        return Optional.ofNullable(reader.error());
    }

    /**
     * Returns how much of the text was read.
     *
     * @return UTF-16 code units; up to the error, if there is one
     */
    public long offset() {
        ArgumentError error = reader.error();
        return error == null ? position.chunkStart() : error.offset();
    }

    /**
     * Returns whether the text's value is whole. White space may follow, and anything else would still be an error. A number
     * at the root is whole once white space follows it or the text was {@linkplain #finish() finished}.
     *
     * @return true if it is, and no error was found
     */
    public boolean isComplete() {
        return reader.isComplete();
    }
}
