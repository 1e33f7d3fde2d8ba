package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.SharedList;
import dev.toolpolicy.test.policy.internal.coverage.Suggestions;
import dev.toolpolicy.test.policy.internal.coverage.Target;
import dev.toolpolicy.test.policy.internal.coverage.Witnesses;
import dev.toolpolicy.test.policy.internal.mutation.Mutant.Difference;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The search for changes of a policy that no test notices, in the order of the policy. The result depends on the policy
 * and the tests alone. For one use, by one thread.
 */
public final class Mutations {
    /** The number of changes that are tried at most. */
    public static final int MOST = 5_000;

    private final PolicyParts parts;
    private final List<CaseRun> runs;
    private final Witnesses witnesses;
    private final TruthTable table = new TruthTable();
    private final List<Mutant> survivors = new ArrayList<>();
    private final List<Mutant> undecided = new ArrayList<>();
    private int noticed;
    private int equal;
    private int tried;
    private int leftOut;
    private final int most;

    private Mutations(PolicyParts parts, Witnesses witnesses, List<CaseRun> runs, int most) {
        this.most = most;
        this.parts = parts;
        this.runs = runs;
        this.witnesses = witnesses;
    }

    /**
     * Changes a policy in every way that is known.
     *
     * @param witnesses the calls that its rules decide
     * @param runs the tests, all of which passed
     */
    public static MutationRun of(PolicyParts parts, Witnesses witnesses, List<CaseRun> runs) {
        return of(parts, witnesses, runs, MOST);
    }

    static MutationRun of(PolicyParts parts, Witnesses witnesses, List<CaseRun> runs, int most) {
        Mutations mutations = new Mutations(parts, witnesses, runs, most);
        parts.lists().forEach(mutations::change);
        new PartMutations(parts, runs, new Suggestions(parts, witnesses)).run(mutations);
        return new MutationRun(
                mutations.noticed, mutations.equal, mutations.survivors, mutations.undecided, mutations.leftOut);
    }

    /** Counts a change, and returns whether it is tried. */
    boolean begins() {
        boolean begins = tried < most;
        tried += begins ? 1 : 0;
        leftOut += begins ? 0 : 1;
        return begins;
    }

    /** Adds the result of a change that a test noticed, or that decides every call as before. */
    void add(boolean seen) {
        noticed += seen ? 1 : 0;
        equal += seen ? 0 : 1;
    }

    /** Adds a change that no test noticed. */
    void add(Mutant unnoticed) {
        (unnoticed.difference().isPresent() ? survivors : undecided).add(unnoticed);
    }

    private void change(SharedList list) {
        ListTests tests = new ListTests(parts, list, runs, table);
        List<Comparison> comparisons = list.tools().stream()
                .map(tool -> new Comparison(tool.name(), parts.scope(tool), firstChanges(tool, list)))
                .toList();
        List<TruthTable.Call> known = null;
        for (RuleMutants.Slip slip : RuleMutants.of(list.rules())) {
            if (!begins()) {
                continue;
            } else if (isRefused(comparisons, slip, RuleListCheck::checkEach)
                    || tests.notice(slip.rules())
                    || isRefused(comparisons, slip, RuleListCheck::check)
                    || !examplesHold(comparisons, slip.rules())) {
                add(true);
                continue;
            }
            known = known == null ? knownCalls(list, tests) : known;
            compare(list, slip, known, comparisons);
        }
    }

    private Function<RuleList, RuleListDiff> firstChanges(ToolSpec<?> tool, SharedList list) {
        RuleScope scope = parts.scope(tool);
        return RuleListDiff.firstChanges(
                scope.parameters(), scope.facts(), list.rules(), scope.paths().form());
    }

    /** The exact comparison of one tool's list with changed ones. */
    private record Comparison(String tool, RuleScope scope, Function<RuleList, RuleListDiff> firstChanges) {}

    /** Returns whether a check refuses a changed rule by itself. */
    private static boolean isRefused(
            List<Comparison> comparisons, RuleMutants.Slip slip, BiFunction<RuleScope, RuleList, CheckedRules> check) {
        Optional<RuleList> alone = slip.changed()
                .map(rule -> RuleList.of(rule.withExamples(List.of()).withCounterexamples(List.of())));
        return alone.isPresent()
                && comparisons.stream()
                        .anyMatch(each -> check.apply(each.scope(), alone.get()).hasErrors());
    }

    private static boolean examplesHold(List<Comparison> comparisons, RuleList changed) {
        return comparisons.stream().allMatch(each -> RuleListCheck.examplesHold(each.scope(), changed));
    }

    /** Returns the calls of the tests, and one that each rule decides. Most changes show in one of these. */
    private List<TruthTable.Call> knownCalls(SharedList list, ListTests tests) {
        List<TruthTable.Call> calls = new ArrayList<>();
        for (String tool : list.names()) {
            witnesses.all(tool).stream()
                    .flatMap(call ->
                            TruthTable.Call.of(parts, tool, call.arguments().toString(), call.facts()).stream())
                    .forEach(calls::add);
        }
        calls.addAll(tests.calls());
        return calls;
    }

    private void compare(
            SharedList list, RuleMutants.Slip slip, List<TruthTable.Call> known, List<Comparison> comparisons) {
        String part = Target.rule(list, slip.rule()).toString();
        for (TruthTable.Call call : known) {
            Mode before = table.decide(list.rules(), call).mode();
            Mode after = table.decide(slip.rules(), call).mode();
            if (before != after) {
                add(new Mutant(part, slip.words(), Difference.of(call.found(), before, after)));
                return;
            }
        }
        boolean open = false;
        for (Comparison comparison : comparisons) {
            RuleListDiff diff = comparison.firstChanges().apply(slip.rules());
            if (!diff.changes().isEmpty()) {
                RuleListDiff.Change change = diff.changes().get(0);
                FoundCall call = new FoundCall(comparison.tool(), change.arguments(), change.facts());
                add(new Mutant(
                        part,
                        slip.words(),
                        Difference.of(call, change.before().mode(), change.after().mode())));
                return;
            }
            open |= !diff.undecided().isEmpty();
        }
        if (open) {
            add(new Mutant(part, slip.words(), Optional.empty()));
        } else {
            add(false);
        }
    }
}
