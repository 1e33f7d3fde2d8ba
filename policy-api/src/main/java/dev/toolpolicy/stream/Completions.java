package dev.toolpolicy.stream;

import java.util.List;

/**
 * The whole texts and tool calls of one stream, as far as they have come. Each is told to the completion hooks once; here
 * they can be looked up.
 *
 * <p>For the thread that runs the stream's hooks.
 */
public interface Completions {

    /**
     * The units that are complete, in the order in which they were completed.
     *
     * @return those so far, including those that the chunk at hand completes; a copy
     */
    List<CompletedUnit> completed();

    /**
     * The units that were open when the stream ended without a finish, or when the stream failed or was left. They are
     * marked as truncated. Termination drops what is open.
     *
     * @return the units in the order in which they started; empty while the stream runs
     */
    List<CompletedUnit> incomplete();

    /**
     * Which call a piece of the chunk at hand belongs to: for a policy that holds chunks back until a call is decided
     * about. Told by the same reading that completes the call, so that nothing goes out under another call's name.
     *
     * @param delta the piece's place among the chunk's {@linkplain StreamChunk#toolCalls tool calls}, from 0
     * @return the {@linkplain CompletedUnit.Call#index index} that the call has once it is complete
     * @throws IndexOutOfBoundsException if the chunk has no such piece
     */
    int callOf(int delta);
}
