package dev.toolpolicy.rule;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * The text of JSON values, the same as {@link JsonNode#toString}. Simple values are written without Jackson's mapper,
 * which takes a tenth of a second of processor time in a new process. Stateless.
 */
final class JsonText {
    private JsonText() {}

    /**
     * Returns the text of a value.
     *
     * @param value any value
     * @return its JSON
     */
    static String of(JsonNode value) {
        if (value.isTextual()) {
            return quoted(value.textValue());
        }
        return value.isBoolean() || value.isNull() || value.isIntegralNumber() ? value.asText() : value.toString();
    }

    /**
     * Returns a text as JSON.
     *
     * @param text any characters
     * @return a JSON string
     */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 8).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }
}
