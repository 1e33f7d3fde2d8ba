package dev.toolpolicy.test.policy.internal.run;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.Known;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.file.TestStep.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A runner of tests on an engine, each in a new session. Safe for use from any thread.
 *
 * @param engine the engine, whose approver approves what the tests run
 */
public record CaseRunner(PolicyEngine engine) {
    /** Runs tests. */
    public List<CaseRun> run(List<TestCase> tests) {
        return tests.stream().map(this::run).toList();
    }

    /** Runs a test up to its first failure. */
    public CaseRun run(TestCase test) {
        List<CaseRun.Checked> checked = new ArrayList<>();
        try (PolicySession session = engine.newSession()) {
            for (TestStep step : test.steps()) {
                Optional<String> failure = run(session, step, checked);
                if (failure.isPresent()) {
                    return new CaseRun(test, checked, Optional.of(FailureText.of(test, step, failure.get())));
                }
            }
        }
        return new CaseRun(test, checked, Optional.empty());
    }

    private Optional<String> run(PolicySession session, TestStep step, List<CaseRun.Checked> checked) {
        Optional<String> unknown = step.facts().flatMap(facts -> Known.unknownLabel(engine, Known.labels(facts)));
        if (unknown.isPresent()) {
            return unknown;
        }
        PolicySession known;
        try {
            known = step.facts().isPresent() ? Known.in(session, step.facts().get()) : session;
        } catch (IllegalArgumentException e) {
            return Optional.of("the facts don't fit: " + e.getMessage());
        }
        if (step.expected().isPresent()) {
            Expectation expected = step.expected().get();
            Decided decided = Decisions.of(engine, known, step.tool(), step.text());
            checked.add(new CaseRun.Checked(step, decided));
            if (!decided.fits(expected)) {
                return Optional.of(
                        FailureText.differs(expected, decided, Decisions.explain(known, step.tool(), step.text())));
            }
        }
        return step.runs()
                ? Calls.run(
                                known,
                                step.tool(),
                                step.text(),
                                Calls.outcome(step.outcome() != Outcome.FAILURE, step.result()))
                        .map(why -> "this call must run before the next, and it was " + why)
                : Optional.empty();
    }
}
