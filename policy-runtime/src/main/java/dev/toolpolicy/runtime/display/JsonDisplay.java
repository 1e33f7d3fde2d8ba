package dev.toolpolicy.runtime.display;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;

/**
 * The arguments as JSON, with notes beside it and never in it, so that no argument can look like a note. Immutable.
 *
 * @param json valid JSON text, indented, with escapes for invisible characters
 * @param notes what is still arriving, what was cut, and the normal forms of paths; one line each
 */
public record JsonDisplay(String json, List<String> notes) {

    /**
     * Copies the components.
     *
     * @param json valid JSON text
     * @param notes the notes
     */
    public JsonDisplay {
        notes = List.copyOf(notes);
    }

    /**
     * Creates the display of any JSON value, such as a result, or arguments for an edit.
     *
     * @param value the value
     * @param settings how much is shown; the text is valid JSON in any case
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
