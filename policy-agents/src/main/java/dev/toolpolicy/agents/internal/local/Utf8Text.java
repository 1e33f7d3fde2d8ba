package dev.toolpolicy.agents.internal.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts in UTF-8, read strictly. Stateless. */
public final class Utf8Text {
    private Utf8Text() {}

    /**
     * Reads a stream to its end.
     *
     * @param longest the maximum length in bytes
     * @param what the message of a failure begins with it
     * @throws IOException if the stream fails, or the text is too long or not UTF-8
     */
    public static String read(InputStream in, int longest, String what) throws IOException {
        byte[] bytes = in.readNBytes(longest + 1);
        if (bytes.length > longest) {
            throw new IOException(what + " is longer than " + longest + " bytes");
        }
        return of(bytes, what);
    }

    /** Returns the text of bytes. */
    public static String of(byte[] bytes, String what) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(what + " is not UTF-8", e);
        }
    }
}
