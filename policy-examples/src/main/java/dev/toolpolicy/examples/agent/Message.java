package dev.toolpolicy.examples.agent;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
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

    /** A message of the person. */
    record User(String text) implements Message {
        @Override
        public void writeTo(Writer writer) {
            writer.user(this);
        }
    }

    /** The model's text and calls; a truncated call has the arguments that were complete. */
    record Assistant(String text, List<CallRecord> calls) implements Message {
        public Assistant {
            calls = List.copyOf(calls);
        }

        @Override
        public void writeTo(Writer writer) {
            writer.assistant(this);
        }
    }

    /** The results of the model's calls. */
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
