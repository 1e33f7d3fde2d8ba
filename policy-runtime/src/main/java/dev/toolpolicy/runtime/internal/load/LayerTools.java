package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tools of a layer with what it says of them, as if annotations said it. Which labels and sets there are, and which
 * rules can apply, is for the engine to say that gets them. For one use.
 */
public final class LayerTools {
    private final List<PolicyProblem> problems = new ArrayList<>();

    private LayerTools() {}

    /**
     * Returns the tools of a layer.
     *
     * @throws InvalidPolicyException if anything is wrong with them
     */
    public static ToolCatalog of(PolicyLayer layer) {
        return new LayerTools().read(Layer.of(layer));
    }

    private ToolCatalog read(Layer layer) {
        problems.addAll(layer.problems());
        ToolSchema facts = value(layer.facts()).orElse(ToolSchema.of());
        List<ToolSpec<?>> tools = new ArrayList<>();
        for (LayerSection section : layer.sections()) {
            ToolSchema schema = value(section.parameters()).orElse(ToolSchema.of());
            RuleScope scope = new RuleScope(schema, facts, PathReading.PLAIN);
            List<ResultSpec> results = layer.results().stream()
                    .filter(each -> each.tool().equals(section.tool()))
                    .flatMap(each -> each.bind(scope, problems).stream())
                    .toList();
            tools.add(new ConfiguredTool<>(
                    DeclaredTool.of(section.tool(), schema).describedAs(section.description()),
                    schema,
                    list(section, ListKind.RUN, scope),
                    list(section, ListKind.RESULT, scope),
                    value(section.requirements()).orElse(List.of()),
                    value(section.limits()).orElse(List.of()),
                    facts,
                    results));
        }
        problems.removeIf(problem ->
                !problem.diagnostic().isError() || problem.diagnostic().code() == DiagnosticCode.UNREACHABLE_RULE);
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(problems);
        }
        return ToolCatalog.of(tools);
    }

    private <T> Optional<T> value(Optional<LayerPart<T>> part) {
        part.ifPresent(read -> problems.addAll(read.problems()));
        return part.flatMap(LayerPart::value);
    }

    private Optional<RuleList> list(LayerSection section, ListKind kind, RuleScope scope) {
        LayerList written = section.lists().get(kind);
        if (written == null) {
            return Optional.empty();
        }
        CheckedRules checked = written.bind(scope);
        checked.diagnostics().forEach(found -> problems.add(written.problem(found)));
        return checked.rules();
    }
}
