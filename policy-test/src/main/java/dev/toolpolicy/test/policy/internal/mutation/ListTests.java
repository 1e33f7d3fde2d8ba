package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.SharedList;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tests of one list, all of which pass. A test is run again for a changed list only if a decision that it can see has
 * changed. Not thread-safe.
 */
final class ListTests {
    private final PolicyParts parts;
    private final SharedList list;
    private final TruthTable table;
    private final List<Tested> tests = new ArrayList<>();

    /** A call of a test; without a call for the table if the list never decides it. */
    private record Step(TestStep step, Optional<TruthTable.Call> call) {}

    /** A test with calls of the list's tools. */
    private record Tested(TestCase test, List<Step> steps) {}

    ListTests(PolicyParts parts, SharedList list, List<CaseRun> runs, TruthTable table) {
        this.parts = parts;
        this.list = list;
        this.table = table;
        for (CaseRun run : runs) {
            List<Step> steps = run.test().steps().stream()
                    .filter(step -> list.names().contains(step.tool()))
                    .map(step -> new Step(step, TruthTable.Call.of(parts, step)))
                    .toList();
            tests.add(new Tested(run.test(), steps));
        }
    }

    /** Returns the calls of the tests. */
    List<TruthTable.Call> calls() {
        return tests.stream()
                .flatMap(test -> test.steps().stream())
                .flatMap(step -> step.call().stream())
                .toList();
    }

    /** Returns whether some test fails for a changed list. */
    boolean notice(RuleList changed) {
        List<TestCase> open = tests.stream()
                .filter(test -> test.steps().stream().anyMatch(step -> mayDiffer(step, changed)))
                .map(Tested::test)
                .toList();
        if (open.isEmpty()) {
            return false;
        }
        CaseRunner runner = Variant.lists(parts, list.names(), changed).runner(open);
        return open.stream().anyMatch(test -> !runner.run(test).passed());
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
}
