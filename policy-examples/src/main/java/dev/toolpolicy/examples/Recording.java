package dev.toolpolicy.examples;

import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A streamed response and the file that holds it.
 *
 * @param file the file
 * @param source the format and the model, as far as they are known
 * @param parts the parts of the response; the last one is its end
 */
record Recording(String file, String source, List<WirePart> parts) {
    Recording {
        parts = List.copyOf(parts);
    }

    /** Returns the recording of a response as it came over HTTP. */
    static Recording of(String file, WireResponse response) {
        String source = Stream.of(response.format().title(), response.model())
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
        return new Recording(file, source, response.parts());
    }

    /**
     * Reads a body.
     *
     * @param file its name in the folder {@code recordings}
     * @return the response
     */
    static Recording body(String file) {
        try {
            return of(file, WireResponse.read(ResourceText.of(Recording.class, "recordings/" + file)));
        } catch (WireException e) {
            throw new IllegalStateException(file + ": " + e.getMessage(), e);
        }
    }

    WirePart end() {
        return parts.get(parts.size() - 1);
    }

    /** Returns what the model says beside its calls, possibly nothing. */
    String plainText() {
        return parts.stream()
                .filter(part -> part.kind() == WirePart.Kind.TEXT)
                .map(WirePart::text)
                .collect(Collectors.joining());
    }
}
