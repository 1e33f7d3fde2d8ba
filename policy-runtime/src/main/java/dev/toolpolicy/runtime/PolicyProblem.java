package dev.toolpolicy.runtime;

import dev.toolpolicy.analysis.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * A problem of a policy and its place. Immutable.
 *
 * @param subject the part with the problem: a JSON Pointer from the root of a configuration, empty for all of it, or
 *     for other parts such as {@code tool "read", run}
 * @param diagnostic the diagnostic
 * @param place the place in the configuration's text; empty if there is no text
 * @param related the places of the diagnostic's notes, in their order; empty if there is no text
 */
public record PolicyProblem(String subject, Diagnostic diagnostic, Optional<Place> place, List<Place> related) {
    /** Copies the components. */
    public PolicyProblem {
        related = List.copyOf(related);
    }

    /**
     * Creates a problem of a part without text.
     *
     * @param subject the part with the problem; empty for the whole
     * @param diagnostic the diagnostic
     */
    public PolicyProblem(String subject, Diagnostic diagnostic) {
        this(subject, diagnostic, Optional.empty(), List.of());
    }

    /**
     * Returns the whole message with its place. If there is a text, the format is that of compilers, with the line and
     * a caret.
     *
     * @return the place, then the message, of one or more lines
     */
    public String message() {
        String from = subject.isEmpty() ? "" : subject + ": ";
        return place.map(this::compilerMessage)
                .orElseGet(() -> from + diagnostic.message().replace("\n", "\n  "));
    }

    private String compilerMessage(Place where) {
        String severity = diagnostic.isError() ? "error" : "warning";
        List<String> lines = diagnostic.message().lines().toList();
        StringBuilder text = new StringBuilder(where + ": " + severity + ": " + lines.get(0));
        where.excerpt().lines().forEach(line -> text.append("\n    ").append(line));
        lines.stream().skip(1).forEach(line -> text.append("\n  ").append(line));
        for (int i = 0; i < related.size(); i++) {
            String note = diagnostic.related().get(i).line();
            text.append('\n').append(related.get(i)).append(": note: ").append(note);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return message();
    }

    /**
     * A place in a configuration's text. Immutable.
     *
     * @param source the file, or the name of the text
     * @param line the line, from 1; 0 for the whole file
     * @param column the character in the line, from 1; 0 for the whole file
     * @param excerpt the line, safe for a console, and a line with a caret below the place; empty for the whole
     *     file
     */
    public record Place(String source, int line, int column, String excerpt) {
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
    }
}
