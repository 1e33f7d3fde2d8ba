package dev.toolpolicy.examples;

import dev.toolpolicy.stream.wire.WirePart;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
import dev.toolpolicy.stream.wire.WireResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A response and where it comes from.
 *
 * @param origin where it was recorded, and what is to be known of that, in a line
 * @param source its format and model, as far as they are known
 * @param parts what it says; the last part is its end
 */
record Recording(String origin, String source, List<WirePart> parts) {
    Recording {
        parts = List.copyOf(parts);
    }

    /** A response as it came over HTTP. */
    static Recording of(String origin, WireResponse response) {
        String source = Stream.of(response.format().title(), response.model())
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        return new Recording(origin, source, response.parts());
    }

    ResponseEnded end() {
        return (ResponseEnded) parts.get(parts.size() - 1);
    }

    /** What the model says beside its calls, possibly nothing. */
    String plainText() {
        return parts.stream()
                .filter(PlainText.class::isInstance)
                .map(part -> ((PlainText) part).text())
                .collect(Collectors.joining());
    }
}
