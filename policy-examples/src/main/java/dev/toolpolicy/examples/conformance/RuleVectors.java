package dev.toolpolicy.examples.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.config.ToolReader;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A rule list and what is wrong with it: all errors, and of the warnings only {@code no-catch-all}. */
final class RuleVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        JsonNode run = vector.value("run");
        Members expect = vector.object("expect");
        String expected = words(
                expect.objects("errors").stream().map(RuleVectors::error).toList(),
                expect.objects("warnings").stream().map(RuleVectors::warning).toList());
        expect.end();
        CheckedRules checked = RuleListReader.read(tool.schema(), run);
        String got = words(
                checked.diagnostics().stream()
                        .filter(found -> found.isError())
                        .map(found -> found.code() + " at " + found.rule())
                        .toList(),
                checked.diagnostics().stream()
                        .filter(found -> !found.isError() && found.code() == DiagnosticCode.NO_CATCH_ALL)
                        .map(found -> found.code().toString())
                        .toList());
        return got.equals(expected) ? Optional.empty() : Optional.of(new Mismatch(expected, got));
    }

    private static String error(Members error) {
        String words = error.text("code") + " at " + error.count("rule");
        error.end();
        return words;
    }

    private static String warning(Members warning) {
        String code = warning.text("code");
        warning.end();
        if (!code.equals(DiagnosticCode.NO_CATCH_ALL.id())) {
            throw new VectorException(warning.place() + " is a warning that vectors don't list");
        }
        return code;
    }

    private static String words(Collection<String> errors, Collection<String> warnings) {
        String all = Stream.concat(
                        errors.stream().sorted(), warnings.stream().sorted().map(each -> "warning " + each))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "nothing" : "[" + all + "]";
    }
}
