package dev.toolpolicy.examples.agent;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.turn.CallResult;
import java.util.List;

/** One message of a conversation. A closed family of immutable values. */
sealed interface Message {

    /** A message of the person. */
    record User(String text) implements Message {}

    /** The model's text and calls; a truncated call has the arguments that were complete. */
    record Assistant(String text, List<CallRecord> calls) implements Message {
        public Assistant {
            calls = List.copyOf(calls);
        }
    }

    /** The results of the model's calls. */
    record Results(List<CallResult> results) implements Message {
        public Results {
            results = List.copyOf(results);
        }
    }
}
