package dev.toolpolicy.runtime.internal.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * A decoder of UTF-8 bytes, cut in any way. The first bytes of a character are kept until the others arrive. It stops
 * at bytes that are not UTF-8 and replaces nothing.
 */
final class Utf8Decoder {
    private static final int LONGEST_CHARACTER = 4;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer started = ByteBuffer.allocate(LONGEST_CHARACTER).limit(0);
    private boolean malformed;

    /** Returns the characters that the buffer's bytes complete, up to the first that are not UTF-8. */
    String decode(ByteBuffer chunk) {
        if (!started.hasRemaining() && isAscii(chunk)) {
            return ascii(chunk);
        }
        CharBuffer characters = CharBuffer.allocate(chunk.remaining() + 1);
        while (started.hasRemaining() && chunk.hasRemaining() && !malformed) {
            started.compact().put(chunk.get()).flip();
            run(started, characters);
        }
        if (!malformed) {
            run(chunk, characters);
        }
        if (!malformed && chunk.hasRemaining()) {
            started.clear().put(chunk).flip();
        }
        return characters.flip().toString();
    }

    private static boolean isAscii(ByteBuffer chunk) {
        for (int i = chunk.position(); i < chunk.limit(); i++) {
            if (chunk.get(i) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Decodes the usual case, in which a byte is a character. */
    private static String ascii(ByteBuffer chunk) {
        if (chunk.hasArray()) {
            int start = chunk.arrayOffset() + chunk.position();
            return new String(chunk.array(), start, chunk.remaining(), StandardCharsets.US_ASCII);
        }
        byte[] copy = new byte[chunk.remaining()];
        chunk.duplicate().get(copy);
        return new String(copy, StandardCharsets.US_ASCII);
    }

    private void run(ByteBuffer bytes, CharBuffer characters) {
        malformed = decoder.decode(bytes, characters, false).isError();
    }

    /** Returns whether a character has begun and not ended. */
    boolean isPending() {
        return started.hasRemaining() && !malformed;
    }

    /** Returns whether bytes came that are not UTF-8. */
    boolean isMalformed() {
        return malformed;
    }
}
