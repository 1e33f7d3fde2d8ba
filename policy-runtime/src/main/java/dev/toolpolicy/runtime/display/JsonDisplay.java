package dev.toolpolicy.runtime.display;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;

/**
 * Arguments as JSON. What the JSON doesn't say stands beside it and never in it, so that no argument can pass for it.
 * Immutable.
 *
 * @param json valid JSON text, indented, with escapes for all that can't be seen
 * @param notes what is still arriving, what was cut, and what paths mean; one line each
 */
public record JsonDisplay(String json, List<String> notes) {

    /**
     * Copies the components.
     *
     * @param json valid JSON text
     * @param notes what the JSON doesn't say
     */
    public JsonDisplay {
        notes = List.copyOf(notes);
    }

    /**
     * Any JSON value, such as a result, or arguments to be edited.
     *
     * @param value the value
     * @param settings how much is shown; whatever it is, the text is valid JSON
     * @return the JSON text, and what was cut
     */
    public static JsonDisplay of(JsonNode value, DisplaySettings settings) {
        return new JsonText(settings, place -> false).of(ShownValue.of(value), Place.root(ParameterType.any()));
    }

    @Override
    public String toString() {
        return notes.isEmpty() ? json : json + "\n" + String.join("\n", notes);
    }
}
