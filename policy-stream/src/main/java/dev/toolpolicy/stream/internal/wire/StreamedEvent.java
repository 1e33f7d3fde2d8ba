package dev.toolpolicy.stream.internal.wire;

import java.util.Optional;

/**
 * One event of a server-sent event stream, with its text as it goes on.
 *
 * @param name the event's name, empty if it has none
 * @param data its data lines, joined by line feeds; empty if it has none
 * @param raw all of it, from its first character to the blank line that ends it, as it came; but data that came in
 *     several lines in one
 */
public record StreamedEvent(String name, String data, String raw) {

    /**
     * Returns a field that is neither the name nor data.
     *
     * @param field {@code id} or {@code retry}
     * @return its last value; empty if the event has none
     */
    public Optional<String> field(String field) {
        return raw.lines()
                .filter(line -> line.equals(field) || line.startsWith(field + ":"))
                .reduce((first, last) -> last)
                .map(line -> line.substring(Math.min(line.length(), field.length() + 1)))
                .map(value -> value.startsWith(" ") ? value.substring(1) : value);
    }
}
