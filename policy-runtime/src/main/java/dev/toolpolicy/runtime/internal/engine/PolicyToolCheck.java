package dev.toolpolicy.runtime.internal.engine;

import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The check that policies by code select tools that exist: a misspelled name would limit nothing. */
final class PolicyToolCheck {
    private final List<String> known;

    PolicyToolCheck(ToolCatalog tools) {
        known = tools.tools().stream().map(ToolSpec::name).toList();
    }

    /** Returns the names and patterns that no tool fits. Requirements are left out, since they are resolved before. */
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
        if (selector.isExternal()) {
            return Stream.empty();
        }
        Stream<Diagnostic> names = new TreeSet<>(selector.names())
                .stream().filter(name -> !known.contains(name)).map(this::unknownName);
        Stream<Diagnostic> patterns = new TreeSet<>(selector.patterns())
                .stream()
                        .filter(pattern ->
                                known.stream().noneMatch(new ToolSelector(Set.of(), Set.of(pattern), false)::selects))
                        .map(this::unknownPattern);
        return Stream.concat(names, patterns)
                .map(diagnostic -> new PolicyProblem("policy " + quoted(policy.name()), diagnostic));
    }

    private Diagnostic unknownName(String name) {
        Diagnostic problem = Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + quoted(name));
        return known.isEmpty()
                ? problem
                : helped(problem, Words.nearest(name, known), "tools are " + listedNames(known))
                        .withNote("for a tool that comes later, use ToolSelector.external()");
    }

    private Diagnostic unknownPattern(String pattern) {
        Diagnostic problem =
                Diagnostic.error(DiagnosticCode.UNKNOWN_TOOL, "no tool's name fits the pattern " + quoted(pattern));
        return known.isEmpty()
                ? problem
                : problem.withHelp("tools are " + listedNames(known))
                        .withNote("for tools that come later, use ToolSelector.external()");
    }
}
