package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/** The declarations of facts by tools and layers. Two declarations of one name must agree. For one use. */
final class DeclaredFacts {
    private ToolSchema joined = ToolSchema.of();

    /** Adds the facts of a tool. */
    void add(ToolSpec<?> tool, List<PolicyProblem> problems) {
        PolicyProblem.Place place = PolicyProblem.Place.whole("tool " + Words.quoted(tool.name()));
        for (Diagnostic conflict : add(tool.facts())) {
            problems.add(new PolicyProblem("", conflict, Optional.of(place), List.of()));
        }
    }

    /** Adds the facts of a layer. */
    void add(Layer layer, List<PolicyProblem> problems) {
        layer.facts()
                .ifPresent(facts -> facts.value()
                        .ifPresent(schema -> add(schema).forEach(conflict -> problems.add(facts.problem(conflict)))));
    }

    /** Adds a declaration, and returns what differs from those before. */
    private List<Diagnostic> add(ToolSchema declaration) {
        List<ToolSchema> both = List.of(joined, declaration);
        joined = FactDeclarations.joined(both);
        return FactDeclarations.conflicts(both);
    }

    /** Returns all facts; of declarations that differ, the first. */
    ToolSchema joined() {
        return joined;
    }
}
