package dev.toolpolicy.examples;

import java.util.List;

/**
 * Responses that are played one after the other in a session of their own.
 *
 * @param title what it shows
 * @param note what to look at, in lines
 * @param recordings the responses
 */
record Scenario(String title, List<String> note, List<Recording> recordings) {
    Scenario {
        note = List.copyOf(note);
        recordings = List.copyOf(recordings);
    }
}
