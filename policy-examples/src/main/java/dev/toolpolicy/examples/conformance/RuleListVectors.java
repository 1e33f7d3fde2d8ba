package dev.toolpolicy.examples.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.ToolReader;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A rule list of the second edition and what is wrong with it, or declarations of facts that meet. */
final class RuleListVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        if (vector.has("facts_schemas")) {
            return facts(vector);
        }
        for (String member : List.of("engine", "facts", "lists")) {
            if (vector.has(member)) {
                throw new VectorException(vector.at(member) + " is not supported yet");
            }
        }
        return rules(vector);
    }

    private static Optional<Mismatch> rules(Members vector) {
        ToolSchema tool = ToolReader.read(vector.value("tool")).schema();
        ToolSchema facts = vector.has("facts_schema") ? schema(vector.value("facts_schema")) : ToolSchema.of();
        CheckedRules checked = RuleListReader.read(new RuleScope(tool, facts, PathReading.PLAIN), vector.value("run"));
        Members expect = vector.object("expect");
        List<String> expected = new ArrayList<>();
        List<String> got = new ArrayList<>();
        compareErrors(expect, checked, expected, got);
        if (expect.has("unreachable")) {
            expect.list("unreachable").forEach(rule -> expected.add("unreachable at " + rule));
            checked.diagnostics().stream()
                    .filter(found -> found.code() == DiagnosticCode.UNREACHABLE_RULE)
                    .forEach(found -> got.add("unreachable at " + found.rule()));
        }
        if (expect.has("compared")) {
            compareWarnings(expect, checked, expected, got);
        }
        expect.end();
        return compared(expected, got);
    }

    private static void compareErrors(Members expect, CheckedRules checked, List<String> expected, List<String> got) {
        for (Members error : expect.objects("errors")) {
            expected.add(error.text("code") + " at " + error.count("rule"));
            error.end();
        }
        checked.diagnostics().stream()
                .filter(found -> found.isError() && found.code() != DiagnosticCode.UNREACHABLE_RULE)
                .forEach(found -> got.add(found.code() + " at " + found.rule()));
    }

    private static void compareWarnings(Members expect, CheckedRules checked, List<String> expected, List<String> got) {
        List<String> codes = expect.texts("compared");
        for (Members warning : expect.objects("warnings")) {
            String place = warning.has("rule") ? " at " + warning.count("rule") : "";
            expected.add("warning " + warning.text("code") + place);
            warning.end();
        }
        checked.diagnostics().stream()
                .filter(found -> !found.isError() && codes.contains(found.code().id()))
                .map(RuleListVectors::warning)
                .distinct()
                .forEach(got::add);
    }

    private static String warning(Diagnostic found) {
        return "warning " + found.code() + (found.rule() < 0 ? "" : " at " + found.rule());
    }

    private static Optional<Mismatch> facts(Members vector) {
        List<ToolSchema> schemas = new ArrayList<>();
        vector.list("facts_schemas").forEach(schema -> schemas.add(schema(schema)));
        Members expect = vector.object("expect");
        List<String> expected = new ArrayList<>();
        for (Members error : expect.objects("errors")) {
            expected.add(error.text("code"));
            error.end();
        }
        expect.end();
        List<String> got = FactDeclarations.conflicts(schemas).stream()
                .map(found -> found.code().id())
                .toList();
        return compared(expected, got);
    }

    private static ToolSchema schema(JsonNode written) {
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("name", "facts");
        tool.set("parameters", written);
        return ToolReader.read(tool).schema();
    }

    private static Optional<Mismatch> compared(List<String> expected, List<String> got) {
        String first = words(expected);
        String second = words(got);
        return first.equals(second) ? Optional.empty() : Optional.of(new Mismatch(first, second));
    }

    private static String words(List<String> problems) {
        return problems.isEmpty() ? "nothing" : new TreeSet<>(problems).toString();
    }
}
