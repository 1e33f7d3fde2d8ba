package dev.toolpolicy.runtime.call;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import java.util.List;

/**
 * The result of a turn. Immutable.
 *
 * @param stop why the response ended
 * @param results the result of each call for the model, in the order of the response
 * @param records a record of each call's events, in the same order
 */
public record TurnResult(Stop stop, List<CallResult> results, List<CallRecord> records) {

    /** The reason why a response ended. */
    public enum Stop {
        /** The model finished its response. */
        COMPLETE,
        /** The response was cut: by a length limit, a filter, or a lost connection. */
        CUT,
        /** The response was cancelled, since all its calls were settled and one was declined or denied. */
        DECLINED,
        /** The service abandoned the turn. */
        ABANDONED
    }

    /**
     * Returns the results of calls that wait for a stored approval, in the order of the response.
     *
     * @return an immutable list; {@code CallResult.approval} is what each waits for
     */
    public List<CallResult> pending() {
        return results.stream()
                .filter(each -> each.kind() == CallResult.Kind.PENDING)
                .toList();
    }

    /**
     * Copies the components.
     *
     * @param stop why the response ended
     * @param results the result of each call for the model, in the order of the response
     * @param records a record of each call's events, in the same order
     */
    public TurnResult {
        results = List.copyOf(results);
        records = List.copyOf(records);
    }
}
