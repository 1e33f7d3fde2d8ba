package dev.toolpolicy.runtime.layer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a configuration's text. Immutable.
 */
public final class ConfigurationPlace {
    private final String source;
    private final int line;
    private final int column;
    private final String excerpt;

    /**
     * Creates a place.
     *
     * @param source the file, or the name of the text
     * @param line the line, from 1; 0 for the whole file
     * @param column the character in the line, from 1; 0 for the whole file
     * @param excerpt the line, safe for a console, and a line with a caret below the place; empty for the whole file
     */
    public ConfigurationPlace(String source, int line, int column, String excerpt) {
        this.source = source;
        this.line = line;
        this.column = column;
        this.excerpt = excerpt;
    }

    /** Returns the file, or the name of the text. */
    public String source() {
        return source;
    }

    /** Returns the line, from 1; 0 for the whole file. */
    public int line() {
        return line;
    }

    /** Returns the character in the line, from 1; 0 for the whole file. */
    public int column() {
        return column;
    }

    /** Returns the line, safe for a console, and a line with a caret below the place; empty for the whole file. */
    public String excerpt() {
        return excerpt;
    }

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

    private List<Object> parts() {
        return List.of(source, line, column, excerpt);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConfigurationPlace that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }
}
