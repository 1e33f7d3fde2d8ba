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
}
