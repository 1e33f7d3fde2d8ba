package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.SharedList;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.file.Verdict;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import dev.toolpolicy.test.policy.internal.run.Decided;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tests of one list, all of which pass. A test is run again for a changed list only if a decision that it can see has
 * changed, and on an engine only if more than the list decides. Not thread-safe.
 */
final class ListTests {
    private final PolicyParts parts;
    private final SharedList list;
    private final TruthTable table;
    private final List<Tested> tests = new ArrayList<>();
    private final Map<TruthTable.Call, Boolean> running = new IdentityHashMap<>();
    private @Nullable PolicyEngine allowing;

    /** A call of a test; without a call for the table if the list never decides it. */
    private record Step(TestStep step, Optional<TruthTable.Call> call) {}

    /** A test with calls of the list's tools. It is simple if it has one call, which the list alone decides. */
    private record Tested(TestCase test, List<Step> steps, boolean simple) {}

    ListTests(PolicyParts parts, SharedList list, List<CaseRun> runs, TruthTable table) {
        this.parts = parts;
        this.list = list;
        this.table = table;
        for (CaseRun run : runs) {
            List<Step> steps = run.test().steps().stream()
                    .filter(step -> list.names().contains(step.tool()))
                    .map(step -> new Step(step, TestedCall.of(parts, step)))
                    .toList();
            if (!steps.isEmpty()) {
                tests.add(new Tested(run.test(), steps, isSimple(run, steps)));
            }
        }
    }

    /** Returns the calls of the tests. */
    List<TruthTable.Call> calls() {
        return tests.stream()
                .flatMap(test -> test.steps().stream())
                .flatMap(step -> step.call().stream())
                .toList();
    }

    private boolean isSimple(CaseRun run, List<Step> steps) {
        if (run.test().steps().size() != 1 || steps.get(0).call().isEmpty()) {
            return false;
        }
        TruthTable.Call call = steps.get(0).call().get();
        Decided decided = run.checked().get(0).decided();
        return decided.policy().isEmpty()
                && decided.qualifier().isEmpty()
                && decided.equals(decided(table.decide(list.rules(), call)))
                && !isGoverned(call.tool());
    }

    private boolean isGoverned(String tool) {
        ToolSpec<?> spec = parts.tool(tool);
        return !spec.requirements().isEmpty()
                || !spec.limits().isEmpty()
                || parts.limits().keySet().stream().anyMatch(pattern -> ToolNames.fits(pattern, tool));
    }

    private static Decided decided(TruthTable.Decision decision) {
        return new Decided(
                Verdict.of(decision.mode().word()).orElseThrow(),
                decision.rule() == 0 ? OptionalInt.empty() : OptionalInt.of(decision.rule()),
                decision.spec().flatMap(RuleSpec::name),
                Optional.empty(),
                decision.spec().flatMap(RuleSpec::reason),
                "",
                Map.of());
    }

    /** Returns whether some test fails for a changed list. */
    boolean notice(RuleList changed) {
        List<Tested> open = new ArrayList<>();
        for (Tested test : tests) {
            if (test.steps().stream().noneMatch(step -> mayDiffer(step, changed))) {
                continue;
            } else if (!test.simple()) {
                open.add(test);
                continue;
            }
            TruthTable.Call call = test.steps().get(0).call().orElseThrow();
            TruthTable.Decision before = table.decide(list.rules(), call);
            TruthTable.Decision after = table.decide(changed, call);
            boolean guarded = after.mode() == Mode.ALLOW && before.mode() != Mode.ALLOW && !runsIfAllowed(call);
            Expectation expected = test.steps().get(0).step().expected().orElseThrow();
            if (after.marked() || guarded) {
                open.add(test);
            } else if (!decided(after).fits(expected)) {
                return true;
            }
        }
        return !open.isEmpty() && fails(open, changed);
    }

    /** Returns whether a call would run if a rule allowed it: whether no path in it is guarded. */
    private boolean runsIfAllowed(TruthTable.Call call) {
        return running.computeIfAbsent(call, each -> {
            allowing = allowing == null
                    ? Variant.lists(parts, list.names(), RuleList.always(Mode.ALLOW))
                            .engine(Set.copyOf(list.names()))
                    : allowing;
            try (PolicySession session = allowing.newSession()) {
                return Decisions.of(allowing, session, each.tool(), each.arguments())
                                .verdict()
                        == Verdict.ALLOW;
            }
        });
    }

    /** Returns whether a changed list decides a call otherwise, as far as its test can see. */
    private boolean mayDiffer(Step step, RuleList changed) {
        if (step.call().isEmpty()) {
            return false;
        }
        TruthTable.Decision before = table.decide(list.rules(), step.call().get());
        TruthTable.Decision after = table.decide(changed, step.call().get());
        boolean sees = step.step()
                .expected()
                .filter(expected ->
                        expected.rule().isPresent() || expected.reason().isPresent())
                .isPresent();
        return before.mode() != after.mode() || before.marked() != after.marked() || sees && !before.equals(after);
    }

    private boolean fails(List<Tested> open, RuleList changed) {
        Set<String> inPlay = new HashSet<>();
        open.forEach(test -> test.test().steps().forEach(step -> inPlay.add(step.tool())));
        CaseRunner runner =
                new CaseRunner(Variant.lists(parts, list.names(), changed).engine(inPlay));
        return open.stream().anyMatch(test -> !runner.run(test.test()).passed());
    }
}
