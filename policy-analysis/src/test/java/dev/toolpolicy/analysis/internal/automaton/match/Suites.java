package dev.toolpolicy.analysis.internal.automaton.match;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The public suites beside the tests. */
final class Suites {
    private Suites() {}

    static JsonNode read(String file) {
        return read(SharedData.path(file));
    }

    static JsonNode read(Path file) {
        try {
            return (file.toString().endsWith(".toml") ? new TomlMapper() : new ObjectMapper()).readTree(file.toFile());
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
