package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.event.CallRecord;
import java.util.List;

/**
 * What came of a turn. Immutable.
 *
 * @param stop why the response ended
 * @param results what the model is told of each call, in the order of the response
 * @param records all that happened to each call, in the same order
 */
public record TurnResult(Stop stop, List<CallResult> results, List<CallRecord> records) {

    /** Why a response ended. */
    public enum Stop {
        /** The model came to an end. */
        COMPLETE,
        /** It was cut: by a length limit, a filter, or because the connection ended. */
        CUT,
        /** It was cancelled, since each of its calls was settled and one was declined or refused. */
        DECLINED,
        /** The service gave it up. */
        ABANDONED
    }

    /**
     * Copies the components.
     *
     * @param stop why the response ended
     * @param results what the model is told of each call, in the order of the response
     * @param records all that happened to each call, in the same order
     */
    public TurnResult {
        results = List.copyOf(results);
        records = List.copyOf(records);
    }
}
