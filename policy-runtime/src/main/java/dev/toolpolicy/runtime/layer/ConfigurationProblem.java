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
    private final Optional<ConfigurationPlace> place;
    private final List<ConfigurationPlace> related;

    /**
     * Creates a problem.
     *
     * @param pointer the place as a JSON Pointer from the root of the configuration; empty for all of it
     * @param diagnostic the diagnostic
     * @param place the place in the text; empty if there is no text
     * @param related the places of the diagnostic's notes, in their order; empty if there is no text
     */
    public ConfigurationProblem(
            String pointer,
            Diagnostic diagnostic,
            Optional<ConfigurationPlace> place,
            List<ConfigurationPlace> related) {
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
    public Optional<ConfigurationPlace> place() {
        return place;
    }

    /** Returns the places of the diagnostic's notes, in their order; empty if there is no text. */
    public List<ConfigurationPlace> related() {
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

    private String compilerMessage(ConfigurationPlace where) {
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
}
