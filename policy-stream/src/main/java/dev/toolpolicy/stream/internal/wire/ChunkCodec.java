package dev.toolpolicy.stream.internal.wire;

import dev.toolpolicy.stream.StreamChunk;
import java.util.List;

/**
 * Turns one provider's response into chunks, and chunks into its response. An unchanged chunk is written as
 * it came, to the byte; any other is rewritten in the format of the response it belongs to. Fields that no policy
 * knows here are {@linkplain StreamChunk#unknownFields() told}.
 *
 * <p>One object serves one response, and one thread at a time.
 */
public interface ChunkCodec {

    /**
     * Creates a codec for OpenAI chat completions, which many providers use.
     *
     * @return a codec for one response
     */
    static ChunkCodec chatCompletions() {
        return of(WireFormat.CHAT_COMPLETIONS, true);
    }

    /**
     * Creates a codec for OpenAI responses.
     *
     * @return a codec for one response
     */
    static ChunkCodec responses() {
        return of(WireFormat.RESPONSES, true);
    }

    /**
     * Creates a codec for Anthropic messages.
     *
     * @return a codec for one response
     */
    static ChunkCodec messages() {
        return of(WireFormat.MESSAGES, true);
    }

    /**
     * Creates a codec.
     *
     * @param format the format of the response
     * @param strict whether the response goes on to a client, which may read it in another way. If not, a call may lack
     *     its id or name, repeated arguments may differ, and a response without its status is cut.
     * @return a codec for one response
     */
    static ChunkCodec of(WireFormat format, boolean strict) {
        return switch (format) {
            case CHAT_COMPLETIONS -> new ChatCodec(strict);
            case RESPONSES -> new ResponsesCodec(strict);
            case MESSAGES -> new MessagesCodec(strict);
        };
    }

    /**
     * Reads an event.
     *
     * @param event the event
     * @return its chunk
     * @throws WireException if it isn't one of this format, or contradicts those before it
     */
    StreamChunk read(StreamedEvent event) throws WireException;

    /**
     * Writes a chunk.
     *
     * @param chunk the chunk
     * @return its events, possibly none
     */
    String write(StreamChunk chunk);

    /**
     * Ends a response.
     *
     * @return what is still missing of one that was finished
     */
    String end();

    /**
     * Breaks a response off.
     *
     * @param message why
     * @return an event that the provider's own SDKs take for an error
     */
    String failure(String message);

    /**
     * Reads a response that came in one piece.
     *
     * @param body a JSON text
     * @return its chunk
     * @throws WireException if it isn't one of this format
     */
    StreamChunk readWhole(String body) throws WireException;

    /**
     * Writes a response in one piece.
     *
     * @param chunks what came of the chunk that was read, in one piece
     * @return a JSON text
     */
    String writeWhole(List<StreamChunk> chunks);

    /**
     * Returns an error in the provider's own format.
     *
     * @param type the provider's word for its kind
     * @param message the words
     * @return a JSON text
     */
    String error(String type, String message);
}
