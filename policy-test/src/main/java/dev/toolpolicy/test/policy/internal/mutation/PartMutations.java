package dev.toolpolicy.test.policy.internal.mutation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.coverage.Suggestion;
import dev.toolpolicy.test.policy.internal.coverage.Suggestions;
import dev.toolpolicy.test.policy.internal.coverage.Target;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.mutation.Mutant.Difference;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import dev.toolpolicy.test.policy.internal.run.CaseRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The changes of requirements, limits and results. A comparison of lists says nothing of these, so a call that differs is
 * one of a test that lets the part decide.
 */
record PartMutations(PolicyParts parts, List<CaseRun> runs, Suggestions suggestions) {
    /** The number of tests in which a part decides that are tried on a changed policy. */
    private static final int EXAMPLES = 4;

    void run(Mutations results) {
        for (Target target : parts.targets()) {
            switch (target.kind()) {
                case RULE -> {}
                case RESULTS -> changeResults(target, results);
                case REQUIREMENT -> changeRequirement(target, results);
                case LIMIT -> changeLimit(target, results);
            }
        }
    }

    private void changeRequirement(Target target, Mutations results) {
        ToolSpec<?> tool = parts.tool(target.owner());
        for (PartSlips.Slip<Requirement> slip :
                PartSlips.of(target.requirement().orElseThrow())) {
            List<Requirement> changed = slip.in(tool.requirements(), target.number());
            attempt(target, slip.words(), Variant.requirements(parts, tool.name(), changed), results);
        }
    }

    private void changeLimit(Target target, Mutations results) {
        List<CallLimit> limits = parts.tools()
                .find(target.owner())
                .<List<CallLimit>>map(ToolSpec::limits)
                .orElseGet(() -> parts.limits().getOrDefault(target.owner(), List.of()));
        for (PartSlips.Slip<CallLimit> slip : PartSlips.of(target.limit().orElseThrow())) {
            List<CallLimit> changed = slip.in(limits, target.number());
            attempt(target, slip.words(), Variant.limits(parts, target.owner(), changed), results);
        }
    }

    /** Takes away each label and each set. A change that the checks refuse is noticed by them. */
    private void changeResults(Target target, Mutations results) {
        List<ResultSpec> entries = target.results();
        for (int number = 1; number <= entries.size(); number++) {
            for (PartSlips.Slip<ResultSpec> slip : PartSlips.of(entries.get(number - 1))) {
                Variant changed = Variant.results(parts, target.owner(), slip.in(entries, number));
                try {
                    attempt(target, slip.words(), changed, results);
                } catch (InvalidPolicyException refused) {
                    results.add(true);
                }
            }
        }
    }

    private void attempt(Target target, String words, Variant variant, Mutations results) {
        if (!results.begins()) {
            return;
        }
        List<TestCase> examples =
                suggestions.all(target).limit(EXAMPLES).map(Suggestion::test).toList();
        List<TestCase> tests = CaseRun.testsOf(target.tools(), runs);
        List<TestCase> all = new ArrayList<>(tests);
        all.addAll(examples);
        CaseRunner runner = new CaseRunner(variant.engine(Variant.tools(all)));
        if (tests.stream().anyMatch(test -> !runner.run(test).passed())) {
            results.add(true);
            return;
        }
        Optional<Difference> difference = examples.stream()
                .map(runner::run)
                .filter(run -> !run.passed())
                .findFirst()
                .map(PartMutations::difference);
        results.add(new Mutant(target.toString(), words, difference));
    }

    /** Returns the call at which a run of the changed policy departs. */
    private static Difference difference(CaseRun run) {
        CaseRun.Checked last = run.checked().get(run.checked().size() - 1);
        TestStep step = last.step();
        int before = run.checked().size() - 1;
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        ObjectNode arguments = step.arguments() instanceof ObjectNode object ? object : none;
        return new Difference(
                new FoundCall(step.tool(), arguments, step.facts().orElse(none)),
                step.expected().orElseThrow().verdict().word(),
                last.decided().verdict().word(),
                before == 0 ? "" : " after " + before + (before == 1 ? " call" : " calls"));
    }
}
