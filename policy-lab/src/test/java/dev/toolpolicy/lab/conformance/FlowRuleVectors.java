package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.ToolReader;
import dev.toolpolicy.lab.conformance.VectorCheck.Mismatch;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A rule list on labels and sets, what results bring, and what is wrong with the list. */
final class FlowRuleVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        DeclaredTool tool = ToolReader.read(vector.value("tool"));
        List<DeclaredTool> tools = new ArrayList<>(List.of(tool));
        vector.texts("offered").stream()
                .filter(name -> !name.equals(tool.name()))
                .forEach(name -> tools.add(DeclaredTool.of(name, ToolSchema.of())));
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.set("results", vector.value("results"));
        file.withObject("/tools/" + tool.name() + "/policy").set("run", vector.value("run"));
        List<Diagnostic> found = problems(tools, file).stream()
                .map(PolicyProblem::diagnostic)
                .filter(each -> each.rule() >= 0 && each.code() != DiagnosticCode.UNREACHABLE_RULE)
                .toList();
        Members expect = vector.object("expect");
        List<String> expected = RuleListVectors.errors(expect);
        List<String> got = new ArrayList<>();
        found.stream().filter(Diagnostic::isError).forEach(each -> got.add(each.code() + " at " + each.rule()));
        if (expect.has("compared")) {
            RuleListVectors.addWarnings(expect, found, expected, got);
        }
        expect.end();
        return RuleListVectors.compared(expected, got);
    }

    private static List<PolicyProblem> problems(List<DeclaredTool> tools, ObjectNode file) {
        try {
            return PolicyEngine.builder()
                    .tools(ToolCatalog.of(tools))
                    .configuration(PolicyConfiguration.of(ConfigurationFormat.JSON, "policy.json", file.toString()))
                    .unreachableRules(Diagnostic.Severity.WARNING)
                    .build()
                    .warnings();
        } catch (InvalidPolicyException e) {
            return e.problems();
        }
    }
}
