package dev.toolpolicy.runtime.layer;

/**
 * A place in a configuration's text. Immutable.
 *
 * @param source the file, or what the text was said to be
 * @param line the line, from 1; 0 for the whole file
 * @param column the character in the line, from 1; 0 for the whole file
 * @param excerpt the line as a console can show it, and a line with a caret below the place; empty for the whole file
 */
public record ConfigurationPlace(String source, int line, int column, String excerpt) {

    /** A whole file, where there is no text to point at. */
    public static ConfigurationPlace whole(String source) {
        return new ConfigurationPlace(source, 0, 0, "");
    }

    /**
     * The place as compilers write it.
     *
     * @return such as {@code policy.toml:9:5}, or only the source for the whole file
     */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}
