package dev.toolpolicy.stream;

import dev.toolpolicy.event.StreamEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The actions of a hook: send a chunk, emit an event, end the stream. Each stream has one context. All methods except
 * {@link #keepalive} must be called on the thread that runs the hooks, while a hook runs.
 */
public interface StreamContext {

    /** Returns the request that the stream answers. */
    StreamRequest request();

    /**
     * Sends a chunk to the client, or to the next policy of a chain. Chunks are delivered in the order in which they
     * are sent. An accepted chunk is delivered unless the client leaves. Blocks while the client is slow, if the
     * service allows it.
     *
     * <p>The finish is held back until the stream ends, so only usage can follow it. If all tool calls of the response
     * were held back, the finish reason {@code tool_calls} becomes {@code stop}.
     *
     * @throws ClosedException if the stream is terminated, closed or failed, or the client has left
     * @throws IllegalStateException if the calling thread does not run the hook
     */
    void send(StreamChunk chunk);

    /**
     * Emits an event to the service's listeners, for logs and metrics. A listener that fails changes nothing.
     *
     * @param type the type of the event
     * @param details the details, by name: texts, numbers, booleans, JSON trees, and lists and maps of these
     * @throws IllegalArgumentException if a detail can't be written as JSON
     */
    void emit(String type, Map<String, ?> details);

    /**
     * Ends the stream when the hook returns. What was sent is delivered, the chunk's other hooks are skipped, and the
     * upstream is canceled. From now on nothing can be sent. Does nothing in the error hook and the closed hook.
     */
    void terminate();

    /**
     * Reports that the hook is still at work, so that the stream does not time out. May be called at any time and from
     * any thread.
     */
    void keepalive();

    /**
     * Returns how the stream ended.
     *
     * @return the outcome; empty until the stream has ended, so always present in the error hook and the closed hook
     */
    Optional<StreamEvent.Outcome> outcome();

    /**
     * Returns the units that are complete, in the order of their completion.
     *
     * @return a copy that includes the units of the current chunk
     */
    List<CompletedUnit> completed();

    /**
     * Returns the units that were open when the stream ended without a finish, failed or was left. They are marked
     * as truncated. A terminated stream drops its open units.
     *
     * @return the units in the order of their start; empty while the stream runs
     */
    List<CompletedUnit> incomplete();

    /**
     * Returns which call a piece of the current chunk belongs to, for a policy that holds chunks back until a call
     * is decided. The same parser completes the call, so no piece can go out under another call's name.
     *
     * @param delta the position of the piece among the chunk's {@linkplain StreamChunk#toolCalls tool calls}, from
     *     0
     * @return the {@linkplain CompletedUnit#index index} that the complete call will have
     * @throws IndexOutOfBoundsException if the chunk has no such piece
     */
    int callOf(int delta);

    /**
     * A signal that a hook throws to end the stream, like {@link StreamContext#terminate()}. What was sent is
     * delivered, the upstream is canceled, and the stream does not count as failed. It has no stack trace.
     */
    final class TerminateException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Creates the signal without a reason. */
        public TerminateException() {
            super(null, null, false, false);
        }

        /**
         * Creates the signal with a reason.
         *
         * @param reason the reason, for the log and {@link StreamEvent.End#reason()}
         */
        public TerminateException(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * An exception of {@link StreamContext#send} if nothing can be sent anymore: the stream has ended, or the client
     * has left.
     */
    final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception with a message.
         *
         * @param message the reason
         */
        public ClosedException(String message) {
            super(message);
        }
    }
}
