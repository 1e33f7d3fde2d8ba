package dev.toolpolicy.examples.agent;

import dev.toolpolicy.runtime.turn.CallResult;
import java.util.List;

/** One message of a conversation. A closed family of immutable values. */
sealed interface Message {

    /** What the person wants. */
    record User(String text) implements Message {}

    /** What the model said, and the calls it made. */
    record Assistant(String text, List<Call> calls) implements Message {
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

    /** A call as the model is reminded of it: its text as it wrote it, or what is known of one that was cut. */
    record Call(String id, String tool, String arguments) {}
}
