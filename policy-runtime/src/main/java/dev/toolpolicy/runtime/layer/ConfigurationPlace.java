package dev.toolpolicy.runtime.layer;

/**
 * A place in a configuration's text. Immutable.
 *
 * @param source the file, or the name of the text
 * @param line the line, from 1; 0 for the whole file
 * @param column the character in the line, from 1; 0 for the whole file
 * @param excerpt the line, safe for a console, and a line with a caret below the place; empty for the whole file
 */
public record ConfigurationPlace(String source, int line, int column, String excerpt) {

    /**
     * Creates the place of a whole source, without a position in a text.
     *
     * @param source the file, or the name of the source
     * @return the place
     */
    public static ConfigurationPlace whole(String source) {
        return new ConfigurationPlace(source, 0, 0, "");
    }

    /**
     * Returns the place as compilers write it.
     *
     * @return such as {@code policy.toml:9:5}, or only the source for the whole file
     */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}
