package dev.toolpolicy.examples.agent;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.turn.CallResult;
import java.util.List;

/** One message of a conversation. A closed family of immutable values. */
sealed interface Message {

    /** What the person wants. */
    record User(String text) implements Message {}

    /** What the model said, and the calls it made: of one that was cut, the arguments that it had completed. */
    record Assistant(String text, List<CallRecord> calls) implements Message {
        public Assistant {
            calls = List.copyOf(calls);
        }
    }

    /** What the model is told of its calls. */
    record Results(List<CallResult> results) implements Message {
        public Results {
            results = List.copyOf(results);
        }
    }
}
