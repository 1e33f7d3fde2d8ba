package dev.toolpolicy.runtime.internal.engine;

import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.remember.PolicyTree;
import dev.toolpolicy.runtime.internal.remember.RecordingPolicy;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The check that policies by code select tools that exist, and read parameters that those have: a policy with a
 * misspelled name would limit nothing.
 */
final class PolicyToolCheck {
    private final ToolCatalog tools;
    private final List<String> known;

    PolicyToolCheck(ToolCatalog tools) {
        this.tools = tools;
        known = tools.tools().stream().map(ToolSpec::name).toList();
    }

    /**
     * Returns the names and patterns that no tool fits, and the tools of which a policy reads no parameter. Requirements
     * are left out, since they are resolved before.
     */
    List<PolicyProblem> problems(List<ToolPolicy> policies) {
        return policies.stream()
                .filter(policy ->
                        !(policy instanceof RecordingPolicy && policy.kind().equals(RecordingPolicy.REQUIREMENT)))
                .flatMap(PolicyTree::leaves)
                .flatMap(this::problems)
                .toList();
    }

    private Stream<PolicyProblem> problems(ToolPolicy policy) {
        ToolSelector selector = policy.governs();
        Stream<Diagnostic> names = selector.names().stream()
                .filter(name -> !known.contains(name))
                .map(name -> unknown(DiagnosticCode.UNKNOWN_TOOL, "no tool is named ", name, known));
        Stream<Diagnostic> patterns = selector.patterns().stream()
                .filter(each -> known.stream().noneMatch(new ToolSelector(Set.of(), Set.of(each), false)::selects))
                .map(each -> unknown(DiagnosticCode.UNKNOWN_TOOL, "no tool's name fits the pattern ", each, known));
        Stream<Diagnostic> missing = Stream.concat(names, patterns)
                .filter(problem -> !selector.isExternal())
                .map(problem -> problem.withNote("for tools that come later, use ToolSelector.external()"));
        Stream<ToolSpec<?>> named = selector.names().stream().map(tools::find).flatMap(Optional::stream);
        return Stream.concat(missing, named.flatMap(tool -> unread(policy, tool)))
                .sorted(Comparator.comparing(Diagnostic::summary))
                .map(problem -> new PolicyProblem("policy " + quoted(policy.name()), problem));
    }

    /** Returns the problem that a tool can't have any of the parameters that a policy reads, if the policy reads some. */
    private static Stream<Diagnostic> unread(ToolPolicy policy, ToolSpec<?> tool) {
        Set<String> read = policy.needs(tool.name()).parameters();
        List<String> has =
                tool.schema().parameters().stream().map(Parameter::name).toList();
        return read.stream()
                .sorted()
                .limit(tool.schema().root().additional() == null && Collections.disjoint(read, has) ? 1 : 0)
                .map(each ->
                        unknown(DiagnosticCode.UNKNOWN_POINTER, quoted(tool.name()) + " has no parameter ", each, has));
    }

    private static Diagnostic unknown(DiagnosticCode code, String summary, String name, List<String> known) {
        return Words.misspelled(Diagnostic.error(code, summary + quoted(name)), name, known);
    }
}
