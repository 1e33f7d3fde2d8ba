package dev.toolpolicy.stream;

import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stream policy: it stands between a model and a client, and its hooks receive everything in a response. The client
 * gets only what the hooks {@linkplain StreamContext#send send}. The runner owns the loop, the end of the stream and
 * the cleanup.
 *
 * <p>For each chunk the runner calls these hooks in order, one after the other. Those in brackets are called only if
 * the chunk has such content: {@link #onChunkStarted}, [{@link #onRole}], [{@link #onContent}],
 * [{@link #onToolCallDelta} for each], [{@link #onUsage}], [{@link #onFinishReason}]; for each unit that the chunk
 * completed {@link #onContentCompleted} and then {@link #onToolCallCompleted} or {@link #onMessageCompleted};
 * {@link #onChunkComplete}.
 *
 * <p>{@link #onStreamStarted} is called first and {@link #onStreamClosed} last, each exactly once.
 * {@link #onStreamCompleting} is called after the last chunk of a stream that ends by itself, and
 * {@link #onStreamError} before a failed stream is closed.
 *
 * <p>Each hook can end the stream by {@link StreamContext#terminate()} or by throwing
 * {@link StreamContext.TerminateException}. Any other exception makes the stream fail. By default, hooks do nothing.
 *
 * <p>One policy serves many streams at once. Keep what belongs to a stream in the state that {@link #createState}
 * creates.
 *
 * @param <S> the state of one stream
 */
public interface EventDrivenPolicy<S extends @Nullable Object> {

    /**
     * Creates the state of one stream. The runner calls it once for each stream, before all hooks. If it throws, no
     * hook is called, and the output closes with the error.
     *
     * @return a new object for each stream, or null if the policy needs none
     */
    S createState();

    /**
     * Returns the policy's name in events and logs.
     *
     * @return the name; by default that of the class
     */
    default String name() {
        return getClass().getSimpleName();
    }

    /**
     * Handles the start of the stream, before the first chunk and also if there are no chunks.
     *
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onStreamStarted(S state, StreamContext context) {}

    /**
     * Handles a new chunk, before its parts.
     *
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onChunkStarted(StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles the role of a chunk.
     *
     * @param role the role, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onRole(String role, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles the text of a chunk.
     *
     * @param content the text, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onContent(String content, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles a piece of a tool call. Called for each piece, in order.
     *
     * @param delta the piece
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onToolCallDelta(ToolCallDelta delta, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles the usage of a chunk.
     *
     * @param usage the usage
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onUsage(Map<String, Long> usage, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles the finish reason of a chunk.
     *
     * @param reason the reason, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onFinishReason(String reason, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles a complete unit of any kind. A text is complete when a tool call starts or the response finishes. A call
     * is complete when the next one starts or the response finishes.
     *
     * @param unit the unit
     * @param chunk the chunk that completed the unit
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onContentCompleted(CompletedUnit unit, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles a complete tool call.
     *
     * @param call the call; check {@link CompletedUnit#truncated()} and {@link CompletedUnit#error()} before
     *     sending it on
     * @param chunk the chunk that completed the call
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onToolCallCompleted(CompletedUnit call, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles a complete text of the model.
     *
     * @param message the text
     * @param chunk the chunk that completed the text
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onMessageCompleted(CompletedUnit message, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Handles the end of a chunk, after all its parts.
     *
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onChunkComplete(StreamChunk chunk, S state, StreamContext context) {}

    /**
     * Sends what was held back, when the upstream has ended by itself. It goes out before the finish. Not called for a
     * stream that was terminated, failed, was left or canceled.
     *
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onStreamCompleting(S state, StreamContext context) {}

    /**
     * Handles a failure of a hook or the upstream. Nothing can be sent here. An exception from this hook doesn't
     * replace the failure; both are logged.
     *
     * @param error the exception
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onStreamError(Throwable error, S state, StreamContext context) {}

    /**
     * Cleans up when the stream is over, with any {@linkplain StreamContext#outcome() outcome}. Nothing can be sent
     * here. An exception from this hook is logged and changes nothing.
     *
     * @param state the stream's state
     * @param context the context of the stream
     */
    default void onStreamClosed(S state, StreamContext context) {}
}
