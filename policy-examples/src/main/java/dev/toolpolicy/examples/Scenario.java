package dev.toolpolicy.examples;

import java.util.List;

/**
 * Responses that the example plays one after the other, in one session.
 *
 * @param title the title
 * @param note the lines that say what the responses are and what to look at
 * @param recordings the responses
 */
record Scenario(String title, List<String> note, List<Recording> recordings) {
    Scenario {
        note = List.copyOf(note);
        recordings = List.copyOf(recordings);
    }
}
