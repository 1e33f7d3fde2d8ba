package dev.toolpolicy.examples.agent;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import java.util.List;

/**
 * One message of a conversation. Immutable.
 *
 * @param kind whose it is
 * @param text what the person or the model says
 * @param calls the model's calls; a truncated call has the arguments that were complete
 * @param results the results of calls
 */
record Message(Kind kind, String text, List<CallRecord> calls, List<CallResult> results) {
    /** The kinds of messages: of the person, of the model, and with results. */
    enum Kind {
        USER,
        ASSISTANT,
        RESULTS
    }

    Message {
        calls = List.copyOf(calls);
        results = List.copyOf(results);
    }

    static Message user(String text) {
        return new Message(Kind.USER, text, List.of(), List.of());
    }

    static Message assistant(String text, List<CallRecord> calls) {
        return new Message(Kind.ASSISTANT, text, calls, List.of());
    }

    static Message results(List<CallResult> results) {
        return new Message(Kind.RESULTS, "", List.of(), results);
    }
}
