package dev.toolpolicy.examples;

import java.util.List;
import java.util.stream.Stream;

/**
 * Responses that the example plays one after the other, in one session.
 *
 * @param title the title
 * @param note lines that say what the responses are and what to look at
 * @param recordings the responses
 */
record Scenario(String title, String note, List<Recording> recordings) {
    static Scenario of(String title, String note, String... files) {
        return new Scenario(title, note, Stream.of(files).map(Recording::body).toList());
    }
}
