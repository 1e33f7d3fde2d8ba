package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A rule list and what is wrong with it: all errors, and of the warnings only {@code no-catch-all}. */
final class RuleVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        JsonNode run = vector.value("run");
        Members expect = vector.object("expect");
        List<String> expected = RuleListVectors.errors(expect);
        expect.objects("warnings").forEach(each -> expected.add(warning(each)));
        expect.end();
        CheckedRules checked = RuleListReader.read(RuleScope.of(tool.schema(), PathReading.PLAIN), run);
        List<String> got = errors(run, checked);
        checked.diagnostics().stream()
                .filter(found -> !found.isError() && found.code() == DiagnosticCode.NO_CATCH_ALL)
                .forEach(found -> got.add("warning " + found.code()));
        return RuleListVectors.compared(expected, got);
    }

    /**
     * Returns the errors as the first edition has them: there, a condition had exactly one matcher, and several were an
     * error before those of places and values.
     */
    private static List<String> errors(JsonNode run, CheckedRules checked) {
        Map<Integer, DiagnosticCode> errors = new TreeMap<>();
        List<String> unreachable = new ArrayList<>();
        for (Diagnostic found : checked.diagnostics()) {
            if (found.code() == DiagnosticCode.UNREACHABLE_RULE) {
                unreachable.add(found.code() + " at " + found.rule());
            } else if (found.isError()) {
                errors.put(found.rule(), found.code());
            }
        }
        for (int rule = 0; rule < run.size(); rule++) {
            DiagnosticCode code = errors.get(rule);
            if (matchers(run.get(rule)) > 1 && code != DiagnosticCode.UNKNOWN_MEMBER && code != DiagnosticCode.MODE) {
                errors.put(rule, DiagnosticCode.MATCHER_COUNT);
            }
        }
        List<String> all = new ArrayList<>();
        errors.forEach((rule, code) -> all.add(code + " at " + rule));
        return errors.isEmpty() ? unreachable : all;
    }

    private static long matchers(JsonNode rule) {
        return Keyword.MATCHERS.stream().filter(each -> rule.has(each.word())).count();
    }

    private static String warning(Members warning) {
        String code = warning.text("code");
        warning.end();
        if (!code.equals(DiagnosticCode.NO_CATCH_ALL.id())) {
            throw new VectorException(warning.place() + " is a warning that vectors don't list");
        }
        return "warning " + code;
    }
}
