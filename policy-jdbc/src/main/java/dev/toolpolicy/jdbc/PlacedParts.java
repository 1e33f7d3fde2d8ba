package dev.toolpolicy.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.remember.CallParts;
import dev.toolpolicy.runtime.internal.remember.StoredJson;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a session by their places: those that change with each call are a text in the session's row, the others
 * have rows of their own. Another choice needs a new version of the tables.
 *
 * @param inRow the parts in the session's row, by name
 * @param apart the others
 */
record PlacedParts(Map<String, JsonNode> inRow, Map<String, JsonNode> apart) {
    private static final char BEFORE_VALUE = ' ';
    private static final char AFTER_VALUE = '\n';

    static PlacedParts of(Map<String, JsonNode> parts) {
        Map<String, JsonNode> inRow = CallParts.of(parts);
        Map<String, JsonNode> apart = new LinkedHashMap<>(parts);
        apart.keySet().removeAll(inRow.keySet());
        return new PlacedParts(inRow, apart);
    }

    /**
     * Returns the text in the session's row: a line for each part, with its name and its value.
     *
     * @param longest how many characters a value may have
     */
    String text(int longest) {
        StringBuilder text = new StringBuilder();
        inRow.forEach((name, value) -> text.append(StoredName.write(name))
                .append(BEFORE_VALUE)
                .append(StoredJson.write(name, value, longest))
                .append(AFTER_VALUE));
        return text.toString();
    }

    /**
     * Reads the parts in a session's row.
     *
     * @throws StoreException if the text is damaged
     */
    static Map<String, JsonNode> read(String text) {
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int blank = line.indexOf(BEFORE_VALUE);
            if (blank < 0) {
                throw new StoreException("a session's row is damaged", null);
            }
            String name = StoredName.read(line.substring(0, blank));
            parts.put(name, StoredJson.read(name, line.substring(blank + 1)));
        });
        return parts;
    }
}
