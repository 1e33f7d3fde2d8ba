package dev.toolpolicy.examples.agent;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.turn.CallResult;
import java.util.List;

/** One message of a conversation. A closed family of immutable values. */
sealed interface Message {

    /** Calls the writer's method for this kind of message. */
    void writeTo(Writer writer);

    /** A writer of messages, with a case for each kind. */
    interface Writer {
        void user(User message);

        void assistant(Assistant message);

        void results(Results message);
    }

    /** What the person wants. */
    record User(String text) implements Message {
        @Override
        public void writeTo(Writer writer) {
            writer.user(this);
        }
    }

    /** What the model said, and the calls it made: of one that was cut, the arguments that it had completed. */
    record Assistant(String text, List<CallRecord> calls) implements Message {
        public Assistant {
            calls = List.copyOf(calls);
        }

        @Override
        public void writeTo(Writer writer) {
            writer.assistant(this);
        }
    }

    /** What the model is told of its calls. */
    record Results(List<CallResult> results) implements Message {
        public Results {
            results = List.copyOf(results);
        }

        @Override
        public void writeTo(Writer writer) {
            writer.results(this);
        }
    }
}
