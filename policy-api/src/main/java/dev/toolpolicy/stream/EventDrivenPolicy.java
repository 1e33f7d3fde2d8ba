package dev.toolpolicy.stream;

import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamChunk.Usage;
import org.jspecify.annotations.Nullable;

/**
 * A policy that stands between a model and a client and hears of everything in a response. The client gets what the
 * hooks {@linkplain StreamContext#send send}, and nothing else. The runner owns the loop, the end and the cleaning up.
 *
 * <p>For each chunk the hooks are called in this order, strictly one after the other; those in brackets only if the chunk
 * has such a thing: {@link #onChunkStarted}, [{@link #onRole}], [{@link #onContent}], [{@link #onToolCallDelta} for each], [{@link #onUsage}],
 * [{@link #onFinishReason}]; for each unit that the chunk completed {@link #onContentCompleted} and then {@link #onToolCallCompleted} or
 * {@link #onMessageCompleted}; {@link #onChunkComplete}. Around all: {@link #onStreamStarted} first, {@link #onStreamClosed} last, each
 * exactly once. {@link #onStreamCompleting} runs after the last chunk of a stream that ends by itself, {@link #onStreamError} before
 * closing one that fails.
 *
 * <p>Every hook may end the stream: by {@link StreamContext#terminate()}, by throwing {@link TerminateStream}, or, as a failure, by throwing
 * anything else. Every hook does nothing unless overridden.
 *
 * <p>One policy serves many streams at once: what belongs to a stream is in the state that {@link #createState} makes.
 *
 * @param <S> the state of one stream
 */
public interface EventDrivenPolicy<S extends @Nullable Object> {

    /**
     * Makes the state of one stream. Called once a stream, before all hooks. If it throws, no hook is called, and the
     * output closes with the error.
     *
     * @return a new object for each stream, or null if the policy needs none
     */
    S createState();

    /**
     * The policy's name in events and logs.
     *
     * @return the name; the class's if not overridden
     */
    default String name() {
        return getClass().getSimpleName();
    }

    /**
     * The stream starts: before the first chunk, and also if none comes.
     *
     * @param state the stream's state
     * @param context the stream
     */
    default void onStreamStarted(S state, StreamContext context) {}

    /**
     * A chunk has come.
     *
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onChunkStarted(StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has a role.
     *
     * @param role the role, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onRole(String role, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has text.
     *
     * @param content the text, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onContent(String content, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has a piece of a tool call; called for each, in their order.
     *
     * @param delta the piece
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onToolCallDelta(ToolCallDelta delta, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has usage.
     *
     * @param usage the usage
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onUsage(Usage usage, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has a finish reason.
     *
     * @param reason the reason, not empty
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onFinishReason(String reason, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has completed a unit, whatever its kind. A text is complete when a tool call starts or the response
     * finishes, a call when the next starts or the response finishes.
     *
     * @param unit the unit
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onContentCompleted(CompletedUnit unit, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has completed a tool call.
     *
     * @param call the call; look at {@link CompletedUnit.Call#truncated()} and {@link CompletedUnit.Call#error()} before
     *     letting it through
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onToolCallCompleted(CompletedUnit.Call call, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The chunk has completed a text of the model.
     *
     * @param message the text
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onMessageCompleted(CompletedUnit.Text message, StreamChunk chunk, S state, StreamContext context) {}

    /**
     * All of the chunk has been told.
     *
     * @param chunk the chunk
     * @param state the stream's state
     * @param context the stream
     */
    default void onChunkComplete(StreamChunk chunk, S state, StreamContext context) {}

    /**
     * The upstream has ended by itself: the place to send what was held back. It goes out before the finish. Not called
     * for a stream that was terminated, failed, was left or cancelled.
     *
     * @param state the stream's state
     * @param context the stream
     */
    default void onStreamCompleting(S state, StreamContext context) {}

    /**
     * A hook or the upstream failed. Nothing can be sent here. What this throws is logged and hides nothing.
     *
     * @param error what was thrown
     * @param state the stream's state
     * @param context the stream
     */
    default void onStreamError(Throwable error, S state, StreamContext context) {}

    /**
     * The stream is over, {@linkplain StreamContext#outcome() somehow}: the place to clean up. Nothing can be sent
     * here. What this throws is logged and hides nothing.
     *
     * @param state the stream's state
     * @param context the stream
     */
    default void onStreamClosed(S state, StreamContext context) {}
}
