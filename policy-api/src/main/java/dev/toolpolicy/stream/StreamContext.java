package dev.toolpolicy.stream;

import dev.toolpolicy.event.StreamOutcome;
import java.util.Map;
import java.util.Optional;

/**
 * What a hook can do: send, end the stream, tell. One context a stream; all but {@link #keepalive} is for the thread
 * that runs the hooks, while a hook runs.
 */
public interface StreamContext {

    /**
     * The request that the stream answers.
     *
     * @return the request
     */
    StreamRequest request();

    /**
     * Sends a chunk to the client, or to the next policy of a chain. What is sent first is delivered first; a chunk that
     * is accepted is delivered, unless the client leaves. Blocks while the client is slow, where the service lets it.
     *
     * <p>The finish is held back until the stream ends, so that nothing but usage follows it, whatever is sent later.
     * Where all tool calls of the response were held back, its reason {@code tool_calls} becomes {@code stop}.
     *
     * @param chunk the chunk
     * @throws StreamClosedException if the stream is terminated, closed or failed, or the client has left
     * @throws IllegalStateException if another thread calls it than the one that runs the hook
     */
    void send(StreamChunk chunk);

    /**
     * Tells the service's listeners something, for logs and metrics. A listener that fails changes nothing.
     *
     * @param type what kind of thing
     * @param details what is to be known of it
     */
    void emit(String type, Map<String, String> details);

    /**
     * Ends the stream when the hook returns: what was sent is delivered, the chunk's other hooks are skipped, the
     * upstream is cancelled. From now on nothing can be sent. In the error hook and the closed hook it does nothing.
     */
    void terminate();

    /**
     * Tells that the hook is still at work, so that nobody takes the stream for dead. May be called at any time and from
     * any thread; does nothing if nobody wants to know.
     */
    void keepalive();

    /**
     * How the stream ended.
     *
     * @return the outcome; empty until it has ended, so always there in the error hook and the closed hook
     */
    Optional<StreamOutcome> outcome();

    /**
     * The whole texts and tool calls of the stream.
     *
     * @return what has come by now
     */
    Completions completions();
}
