package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bodies in one piece, read so that every reader gets the same: UTF-8, one JSON object, no name twice. */
public final class WireJson {
    private WireJson() {}

    /**
     * Decodes a body's text.
     *
     * @param body the bytes
     * @return the text
     * @throws WireException if they are not UTF-8
     */
    public static String text(byte[] body) throws WireException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WireException("expected text in UTF-8");
        }
    }

    /**
     * Reads a body's object.
     *
     * @param body the bytes
     * @return the object, with exact numbers
     * @throws WireException if they are anything else
     */
    public static ObjectNode object(byte[] body) throws WireException {
        return object(text(body));
    }

    /**
     * Reads an object's text.
     *
     * @param body the text
     * @return the object, with exact numbers
     * @throws WireException if it is anything else
     */
    public static ObjectNode object(String body) throws WireException {
        return WireEvents.object(body);
    }
}
