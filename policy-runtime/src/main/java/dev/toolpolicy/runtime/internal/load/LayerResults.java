package dev.toolpolicy.runtime.internal.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.ResultWords;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a layer about the results of one tool, or of all tools that fit a pattern. Immutable.
 *
 * @param tool the tool's name or a pattern
 * @param places the places of the layer's parts
 * @param pointer the entry, as a JSON Pointer; empty if no file has it
 * @param entries its parts in order; their conditions stand in {@code written} until they are bound to a tool
 * @param written for each part its condition as a file has it; none for entries that code made
 * @param isOfCatalog whether a catalog of a known host has them: they count for tools that no other entry names, and
 *     don't make an engine record anything
 */
public record LayerResults(
        String tool,
        LayerPlaces places,
        String pointer,
        List<ResultSpec> entries,
        List<Optional<JsonNode>> written,
        boolean isOfCatalog) {
    /** Copies the components. */
    public LayerResults {
        entries = List.copyOf(entries);
        written = List.copyOf(written);
    }

    /** Returns what code says about the results of a tool, or of all that fit a pattern. */
    static LayerResults ofCode(String tool, List<ResultSpec> entries) {
        return new LayerResults(tool, LayerPlaces.named("results of \"" + tool + "\""), "", entries, List.of(), false);
    }

    /** Returns that the results of a catalog's tool carry no labels. */
    public static LayerResults ofCatalog(String tool, LayerPlaces places, String pointer) {
        return new LayerResults(tool, places, pointer, List.of(ResultSpec.labelled()), List.of(), true);
    }

    /** Returns the part with other entries, as many as before. */
    public LayerResults withEntries(List<ResultSpec> changed) {
        return new LayerResults(tool, places, pointer, changed, written, isOfCatalog);
    }

    /** Returns whether its tools may come later. */
    boolean isExternal() {
        return entries.stream().anyMatch(ResultSpec::isExternal);
    }

    PolicyProblem problem(Diagnostic problem) {
        return places.problem(pointer, problem);
    }

    /**
     * Finds what is wrong with entries of any tool. A file's names and pointers are checked where it is read.
     */
    List<PolicyProblem> problems() {
        List<PolicyProblem> problems = new ArrayList<>();
        if (entries.isEmpty()) {
            problems.add(problem(ResultWords.noEntries()));
        }
        for (int i = 0; i < entries.size(); i++) {
            ResultSpec entry = entries.get(i);
            boolean isLast = i == entries.size() - 1;
            if (isLast == isConditional(i)) {
                problems.add(problem(isLast ? ResultWords.lastIsConditional() : ResultWords.unconditional(i)));
            }
            entry.labels().stream()
                    .filter(label -> !FlowFacts.isName(label))
                    .forEach(label -> problems.add(problem(ResultWords.name("label", label))));
            for (String set : entry.values().keySet()) {
                if (!FlowFacts.isName(set)) {
                    problems.add(problem(ResultWords.name("set", set)));
                } else if (set.equals(FlowFacts.REQUEST)) {
                    problems.add(problem(ResultWords.request()));
                }
            }
        }
        return problems;
    }

    private boolean isConditional(int entry) {
        return !entries.get(entry).conditions().isEmpty()
                || !written.isEmpty() && written.get(entry).isPresent();
    }

    /**
     * Binds the conditions to a tool.
     *
     * @param problems takes the problems of conditions that don't fit the tool
     * @return the entries; from the first whose condition doesn't fit the tool on, one that brings all labels and no
     *     values
     */
    List<ResultSpec> bind(RuleScope scope, List<PolicyProblem> problems) {
        List<ResultSpec> bound = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            ResultSpec entry = entries.get(i);
            if (!isConditional(i)) {
                bound.add(entry);
                continue;
            }
            CheckedRules checked = checked(scope, i);
            for (Diagnostic diagnostic : checked.diagnostics()) {
                if (diagnostic.isError()) {
                    String below = entries.size() == 1 ? "" : "/" + i;
                    String member = diagnostic.member().map(name -> "/" + name).orElse("");
                    problems.add(places.problem(pointer + below + member, diagnostic));
                }
            }
            Optional<RuleSpec> rule = checked.rules().map(list -> list.rules().get(0));
            boolean isByArguments = rule.isEmpty() || isByArguments(rule.get());
            if (!isByArguments) {
                problems.add(problem(ResultWords.notByArguments(i)));
            }
            if (rule.isEmpty() || checked.hasErrors() || !isByArguments) {
                bound.add(unread(entries.subList(i, entries.size())));
                return bound;
            }
            bound.add(new ResultSpec(rule.get().conditions(), entry.labels(), entry.values(), entry.isExternal()));
        }
        return bound;
    }

    /** Returns whether a rule looks at nothing but the arguments that ran, each as a whole. */
    private static boolean isByArguments(RuleSpec rule) {
        return rule.each().isEmpty()
                && rule.conditions().stream()
                        .noneMatch(condition -> condition.isOnFact()
                                || condition.matchers().stream()
                                        .anyMatch(each -> each.kind() == Matcher.Kind.FROM
                                                || each.kind() == Matcher.Kind.IN_FACT));
    }

    private CheckedRules checked(RuleScope scope, int entry) {
        RuleSpec otherwise = RuleSpec.otherwise(Mode.ASK);
        if (!written.isEmpty() && written.get(entry).isPresent()) {
            return RuleListReader.readCondition(scope, written.get(entry).get(), Mode.ASK);
        }
        RuleSpec rule = RuleSpec.whenAll(entries.get(entry).conditions(), Mode.ASK);
        return RuleListCheck.checkEach(scope, RuleList.of(rule, otherwise));
    }

    /** Returns what entries bring of which it isn't known which one holds. */
    static ResultSpec unread(List<ResultSpec> entries) {
        return ResultSpec.labelled(entries.stream()
                .flatMap(entry -> entry.labels().stream())
                .distinct()
                .toArray(String[]::new));
    }
}
