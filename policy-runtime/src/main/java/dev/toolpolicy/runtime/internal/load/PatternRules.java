package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Shapes;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A rule list for several tools: for all without a list of their own, or for those whose names fit a pattern. Each tool
 * gets the rules that fit it. Of the others, those that allow are dropped, and the stricter ones count as unknown for
 * every call. A rule is invalid if it would be for every schema. An unreachable rule is reported if it is unreachable
 * for each tool that it applies to.
 */
final class PatternRules {
    /** The problems of a rule that depend on the tool. */
    private static final Set<DiagnosticCode> OF_TOOL = Set.of(
            DiagnosticCode.UNKNOWN_POINTER,
            DiagnosticCode.ARRAY_INDEX,
            DiagnosticCode.QUANTIFIER,
            DiagnosticCode.MATCHER_TYPE,
            DiagnosticCode.MATCHER_OPTION,
            DiagnosticCode.EACH_ARRAY,
            DiagnosticCode.FACT_TYPE,
            DiagnosticCode.VALUE_TYPE,
            DiagnosticCode.VALUE_NOT_ALLOWED);

    /** The problems of a rule that show only beside the other rules. */
    private static final Set<DiagnosticCode> OF_LIST =
            Set.of(DiagnosticCode.UNREACHABLE_RULE, DiagnosticCode.EXAMPLE_NOT_DECIDED);

    private static final ToolSchema NOTHING = ToolSchema.of();

    private final LayerList list;
    private final RuleScope scope;
    private final int size;
    private final Map<Integer, Diagnostic> wrong = new TreeMap<>();
    private final Map<Integer, Diagnostic> misfits = new TreeMap<>();
    private final Map<Integer, Integer> fits = new TreeMap<>();
    private final Map<Integer, List<String>> unfit = new TreeMap<>();
    private final Map<Integer, Integer> dead = new TreeMap<>();
    /** The tools without a place of a rule that is only for tools with it. */
    private final Map<Integer, List<String>> absent = new TreeMap<>();

    /** By the parameters that the rules see. A test replaces it by one that keeps nothing. */
    Map<ToolSchema, Fit> known = new HashMap<>();

    /** The rules of the last tool, by their numbers here. */
    private List<Integer> numbers = List.of();

    private List<Diagnostic> whole = List.of();
    private boolean endReached;
    private int served;

    PatternRules(LayerList list, RuleScope scope) {
        this.list = list;
        this.scope = scope;
        this.size = Math.max(list.size(), 0);
        misfits(list.bind(scope.withParameters(NOTHING)));
    }

    /**
     * The rules for the tools that are the same to them.
     *
     * @param misfits the problem of each rule that doesn't fit
     * @param kept the numbers of those that fit
     * @param problems the problems of the kept rules, by their numbers among them
     * @param rules the kept rules, and in place of stricter ones that don't fit, rules that can't be read
     * @param numbers the numbers of these
     */
    record Fit(
            Map<Integer, Diagnostic> misfits,
            List<Integer> kept,
            List<Diagnostic> problems,
            Optional<RuleList> rules,
            List<Integer> numbers) {}

    /** Returns the problem of each rule for a tool. Problems for every tool are kept. */
    private Map<Integer, Diagnostic> misfits(CheckedRules checked) {
        Map<Integer, Diagnostic> found = new TreeMap<>();
        for (Diagnostic problem : checked.diagnostics()) {
            if (problem.isError() && !OF_LIST.contains(problem.code())) {
                found.putIfAbsent(problem.rule(), problem);
                if (!OF_TOOL.contains(problem.code()) || LayerList.isUnknownFact(problem)) {
                    wrong.putIfAbsent(problem.rule(), problem);
                }
            }
        }
        return found;
    }

    /** Returns the rules for one tool; empty if the list is invalid. */
    Optional<RuleList> fit(String tool, ToolSchema schema) {
        served++;
        if (list.size() < 0) {
            return list.bind(scope.withParameters(schema)).rules();
        }
        Fit fit = known.computeIfAbsent(Shapes.seen(schema, list.names()), none -> check(schema));
        for (int i = 0; i < size; i++) {
            Diagnostic misfit = fit.misfits.get(i);
            if (misfit == null) {
                fits.merge(i, 1, Integer::sum);
            } else {
                boolean isAbsent = list.isAbsent(misfit);
                (isAbsent ? absent : unfit)
                        .computeIfAbsent(i, none -> new ArrayList<>())
                        .add(tool);
                if (!isAbsent || list.isMisspelled(misfit)) {
                    misfits.putIfAbsent(i, misfit);
                }
            }
        }
        note(fit.problems, fit.kept);
        numbers = fit.numbers;
        return wrong.isEmpty() ? fit.rules : Optional.empty();
    }

    private Fit check(ToolSchema schema) {
        CheckedRules all = list.bind(scope.withParameters(schema));
        Map<Integer, Diagnostic> wrongHere = misfits(all);
        List<Integer> kept = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Diagnostic misfit = wrongHere.get(i);
            if (misfit == null) {
                kept.add(i);
            }
            if (misfit == null || !allows(i) && !list.isAbsent(misfit)) {
                left.add(i);
            }
        }
        CheckedRules checked = kept.size() == size ? all : list.bind(scope.withParameters(schema), kept);
        Optional<RuleList> rules = checked.rules()
                .filter(fitting -> wrong.isEmpty())
                .map(fitting -> {
                    Iterator<RuleSpec> next = fitting.rules().iterator();
                    return new RuleList(left.stream()
                            .map(i -> wrongHere.containsKey(i) ? list.unreadable(i) : next.next())
                            .toList());
                });
        return new Fit(wrongHere, kept, checked.diagnostics(), rules, left);
    }

    /** Returns the rules of the tool that was served last, by their numbers in the written list. */
    List<Integer> numbers() {
        return numbers;
    }

    /** Returns the tools that lack a place of a rule which is only for tools with it, by the rule's number. */
    Map<Integer, List<String>> absent() {
        return absent;
    }

    private boolean allows(int rule) {
        return list.mode(rule).filter(Mode.ALLOW::equals).isPresent();
    }

    /**
     * Notes the diagnostics of a tool that kept all rules. Others count only the kept rules, so their numbers would be
     * wrong.
     */
    private void note(List<Diagnostic> diagnostics, List<Integer> kept) {
        if (kept.size() == size && whole.isEmpty()) {
            whole = diagnostics;
        }
        for (Diagnostic each : diagnostics) {
            if (each.code() == DiagnosticCode.UNREACHABLE_RULE) {
                dead.merge(kept.get(each.rule()), 1, Integer::sum);
            }
            endReached |= each.code() == DiagnosticCode.NO_CATCH_ALL;
        }
    }

    /** Returns the problems of the list, once all tools have got their rules. */
    List<PolicyProblem> problems() {
        List<PolicyProblem> problems = new ArrayList<>();
        wrong.values().forEach(each -> problems.add(list.problem(each)));
        if (!wrong.isEmpty()) {
            return problems;
        }
        for (int i = 0; i < size; i++) {
            List<String> tools = unfit.getOrDefault(i, List.of());
            if (served > 0 && !fits.containsKey(i) && misfits.containsKey(i)) {
                problems.add(list.problem(i, LayerWords.fitsNoTool(i, Objects.requireNonNull(misfits.get(i)))));
            } else if (!tools.isEmpty() && !isDead(i)) {
                problems.add(list.problem(i, allows(i) ? LayerWords.dropped(i, tools) : unreadable(i, tools)));
            }
        }
        addFindings(problems);
        return problems;
    }

    private Diagnostic unreadable(int rule, List<String> tools) {
        return scope.isFloor() ? LayerWords.unreadableInFloor(rule, tools) : LayerWords.unreadable(rule, tools);
    }

    private void addFindings(List<PolicyProblem> problems) {
        boolean told = false;
        for (Diagnostic each : whole) {
            boolean unreachable = each.code() == DiagnosticCode.UNREACHABLE_RULE;
            told |= each.code() == DiagnosticCode.NO_CATCH_ALL;
            if (!unreachable || isDead(each.rule())) {
                problems.add(list.problem(each));
            }
        }
        for (int rule : dead.keySet()) {
            if (isDead(rule)
                    && whole.stream()
                            .noneMatch(each -> each.code() == DiagnosticCode.UNREACHABLE_RULE && each.rule() == rule)) {
                problems.add(list.problem(rule, LayerWords.neverDecides(rule)));
            }
        }
        if (endReached && !told) {
            problems.add(list.problem(LayerWords.noCatchAll()));
        }
    }

    /** Returns whether a rule is unreachable for all tools that it fits. */
    private boolean isDead(int rule) {
        return dead.getOrDefault(rule, 0).equals(fits.getOrDefault(rule, 0));
    }
}
