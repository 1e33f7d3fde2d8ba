package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A reader of the codes of the warnings that a file accepts. Stateless. */
final class AcceptReader {
    private static final List<String> CODES =
            Stream.of(DiagnosticCode.values()).map(DiagnosticCode::id).toList();

    private AcceptReader() {}

    /**
     * Reads a list of codes.
     *
     * @param written the list; missing if the file accepts none
     * @param problems takes what is wrong with it, with its place
     */
    static Set<String> read(JsonNode written, String pointer, BiConsumer<String, Diagnostic> problems) {
        Set<String> accepted = new LinkedHashSet<>();
        if (!written.isMissingNode() && !written.isArray()) {
            problems.accept(pointer, Words.wrongShape("\"accept\"", "a list of codes of warnings", written));
        }
        for (int i = 0; written.isArray() && i < written.size(); i++) {
            String code = written.get(i).asText();
            if (CODES.contains(code)) {
                accepted.add(code);
            } else {
                problems.accept(pointer + "/" + i, ConfigurationWords.noCode(code, CODES));
            }
        }
        return accepted;
    }
}
