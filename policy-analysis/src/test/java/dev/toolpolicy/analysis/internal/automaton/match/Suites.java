package dev.toolpolicy.analysis.internal.automaton.match;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The public suites beside the tests. */
final class Suites {
    private Suites() {}

    static JsonNode read(String file) {
        try (InputStream in = Objects.requireNonNull(Suites.class.getResourceAsStream(file), file)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How a pattern is received. */
    static String reception(String pattern) {
        try {
            Language.of(TextLanguage.pattern(pattern), AutomatonLimits.DEFAULT);
            return "read";
        } catch (InvalidPatternException e) {
            return e.kind().name();
        }
    }
}
