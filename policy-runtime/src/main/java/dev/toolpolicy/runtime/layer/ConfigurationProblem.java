package dev.toolpolicy.runtime.layer;

import dev.toolpolicy.analysis.Diagnostic;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A problem and its place in a configuration. Immutable.
 */
public final class ConfigurationProblem {
    private final String pointer;
    private final Diagnostic diagnostic;
    private final Optional<Place> place;
    private final List<Place> related;

    /**
     * Creates a problem.
     *
     * @param pointer the place as a JSON Pointer from the root of the configuration; empty for all of it
     * @param diagnostic the diagnostic
     * @param place the place in the text; empty if there is no text
     * @param related the places of the diagnostic's notes, in their order; empty if there is no text
     */
    public ConfigurationProblem(String pointer, Diagnostic diagnostic, Optional<Place> place, List<Place> related) {
        related = List.copyOf(related);
        this.pointer = pointer;
        this.diagnostic = diagnostic;
        this.place = place;
        this.related = related;
    }

    /** Returns the place as a JSON Pointer from the root of the configuration; empty for all of it. */
    public String pointer() {
        return pointer;
    }

    /** Returns the diagnostic. */
    public Diagnostic diagnostic() {
        return diagnostic;
    }

    /** Returns the place in the text; empty if there is no text. */
    public Optional<Place> place() {
        return place;
    }

    /** Returns the places of the diagnostic's notes, in their order; empty if there is no text. */
    public List<Place> related() {
        return related;
    }

    /**
     * Creates a problem of a configuration without text.
     *
     * @param pointer the place as a JSON Pointer from the root of the configuration; empty for all of it
     * @param diagnostic the diagnostic
     */
    public ConfigurationProblem(String pointer, Diagnostic diagnostic) {
        this(pointer, diagnostic, Optional.empty(), List.of());
    }

    /**
     * Returns the whole message with its place. If there is a text, the format is that of compilers, with the line and
     * a caret.
     *
     * @return the place, then the message, of one or more lines
     */
    public String message() {
        return place.map(this::compilerMessage)
                .orElseGet(() -> (pointer.isEmpty() ? "" : pointer + ": ") + diagnostic.message());
    }

    private String compilerMessage(Place where) {
        String severity = diagnostic.isError() ? "error" : "warning";
        List<String> lines = diagnostic.message().lines().toList();
        StringBuilder text = new StringBuilder(where + ": " + severity + ": " + lines.get(0));
        where.excerpt().lines().forEach(line -> text.append("\n    ").append(line));
        lines.stream().skip(1).forEach(line -> text.append("\n  ").append(line));
        for (int i = 0; i < related.size(); i++) {
            String note = diagnostic.message(diagnostic.related().get(i));
            text.append('\n').append(related.get(i)).append(": note: ").append(note);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return message();
    }

    private List<Object> parts() {
        return List.of(pointer, diagnostic, place, related);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConfigurationProblem that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    /**
     * A place in a configuration's text. Immutable.
     */
    public static final class Place {
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
         * @param excerpt the line, safe for a console, and a line with a caret below the place; empty for the whole
         *     file
         */
        public Place(String source, int line, int column, String excerpt) {
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
        public static Place whole(String source) {
            return new Place(source, 0, 0, "");
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
            return other instanceof Place that && parts().equals(that.parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }
    }
}
