package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.util.stream.Collectors;

/** The lines of a file in JSON. */
final class JsonLines {
    private JsonLines() {}

    /** A function that takes one line. */
    @FunctionalInterface
    interface Taker {
        void take(Transcript calls, int number, JsonNode line);
    }

    /** Reads a transcript: passes on each line that is JSON; the others are problems. */
    static Transcript read(String text, Taker taker) {
        Transcript calls = new Transcript();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                taker.take(calls, number, StrictJson.standard().read(line));
            } catch (MalformedJsonException e) {
                calls.problem(number, "not JSON: " + e.getMessage());
            }
        }
        return calls;
    }

    /** Returns the text of a value that is a text, or an array of parts with texts. */
    static String text(JsonNode content) {
        return content.isTextual()
                ? content.asText()
                : content.valueStream().map(part -> part.path("text").asText()).collect(Collectors.joining());
    }
}
