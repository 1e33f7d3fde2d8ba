package dev.toolpolicy.stream;

import java.util.List;

/**
 * The complete texts and tool calls of one stream so far. The completion hooks receive each of them once; here they can
 * be looked up.
 *
 * <p>For use on the thread that runs the stream's hooks.
 */
public interface Completions {

    /**
     * Returns the units that are complete, in the order of their completion.
     *
     * @return a copy that includes the units of the current chunk
     */
    List<CompletedUnit> completed();

    /**
     * Returns the units that were open when the stream ended without a finish, failed or was left. They are marked as
     * truncated. A terminated stream drops its open units.
     *
     * @return the units in the order of their start; empty while the stream runs
     */
    List<CompletedUnit> incomplete();

    /**
     * Returns which call a piece of the current chunk belongs to, for a policy that holds chunks back until a call is
     * decided. The same parser completes the call, so no piece can go out under another call's name.
     *
     * @param delta the position of the piece among the chunk's {@linkplain StreamChunk#toolCalls tool calls}, from 0
     * @return the {@linkplain CompletedUnit.Call#index index} that the complete call will have
     * @throws IndexOutOfBoundsException if the chunk has no such piece
     */
    int callOf(int delta);
}
