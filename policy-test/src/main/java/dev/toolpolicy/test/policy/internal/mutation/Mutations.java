package dev.toolpolicy.test.policy.internal.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.SharedList;
import dev.toolpolicy.test.policy.internal.coverage.Suggestions;
import dev.toolpolicy.test.policy.internal.coverage.Target;
import dev.toolpolicy.test.policy.internal.coverage.Witnesses;
import dev.toolpolicy.test.policy.internal.file.Known;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.mutation.Mutant.Difference;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        List<TestCase> tests = CaseRun.testsOf(list.names(), runs);
        Set<String> inPlay = new HashSet<>(list.names());
        inPlay.addAll(Variant.tools(tests));
        List<Comparison> comparisons = list.tools().stream()
                .map(tool -> new Comparison(
                        tool.name(), parts.scope(tool), RuleListDiff.firstChanges(parts.scope(tool), list.rules())))
                .toList();
        List<FoundCall> known = knownCalls(list, tests);
        for (RuleMutants.Slip slip : RuleMutants.of(list.rules())) {
            if (!begins()) {
                continue;
            } else if (isRefused(comparisons, slip, RuleListCheck::checkEach)) {
                add(true);
                continue;
            }
            PolicyEngine changed =
                    Variant.lists(parts, list.names(), slip.rules()).engine(inPlay);
            CaseRunner runner = new CaseRunner(changed);
            if (tests.stream().anyMatch(test -> !runner.run(test).passed())
                    || isRefused(comparisons, slip, RuleListCheck::check)
                    || !examplesHold(comparisons, slip.rules())) {
                add(true);
            } else {
                compare(Target.rule(list, slip.rule()).toString(), slip, changed, known, comparisons);
            }
        }
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

    /** Returns one call that each rule decides, and the calls of the tests. Most changes show in one of these. */
    private List<FoundCall> knownCalls(SharedList list, List<TestCase> tests) {
        List<FoundCall> calls = new ArrayList<>();
        list.names().forEach(tool -> calls.addAll(witnesses.all(tool)));
        for (TestCase test : tests) {
            for (TestStep step : test.steps()) {
                if (list.names().contains(step.tool()) && step.arguments() instanceof ObjectNode arguments) {
                    calls.add(new FoundCall(step.tool(), arguments, step.facts().orElseGet(arguments::objectNode)));
                }
            }
        }
        return calls;
    }

    /** Returns the mode by which rules decide a call; empty if it can't be made. */
    private static Optional<Mode> mode(PolicyEngine engine, FoundCall call) {
        try (PolicySession session = engine.newSession()) {
            PolicySession known = Known.in(session, call.facts());
            return known.calls()
                    .preview(call.tool(), call.arguments())
                    .decision()
                    .map(RuleDecision::mode);
        } catch (IllegalArgumentException e) { // facts that can't be given
            return Optional.empty();
        }
    }

    private void compare(
            String part,
            RuleMutants.Slip slip,
            PolicyEngine changed,
            List<FoundCall> known,
            List<Comparison> comparisons) {
        for (FoundCall call : known) {
            Optional<Mode> before = mode(parts.engine(), call);
            Optional<Mode> after = mode(changed, call);
            if (before.isPresent() && after.isPresent() && before.get() != after.get()) {
                add(new Mutant(part, slip.words(), Difference.of(call, before.get(), after.get())));
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
                        Difference.of(
                                call, change.before().mode(), change.after().mode())));
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
