package dev.toolpolicy.test.policy.internal.run;

import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import java.util.List;
import java.util.Optional;

/**
 * The run of a test.
 *
 * @param test the test
 * @param checked the calls with an expectation up to the first failure, each with its decision
 * @param failure why the test failed, of one or more lines with the place; empty if it passed
 */
public record CaseRun(TestCase test, List<Checked> checked, Optional<String> failure) {

    /**
     * A call with an expectation, and the decision on it.
     *
     * @param step the call
     * @param decided the decision
     */
    public record Checked(TestStep step, Decided decided) {}

    /** Returns the tests that call some of these tools. */
    public static List<TestCase> testsOf(List<String> tools, List<CaseRun> runs) {
        return runs.stream()
                .map(CaseRun::test)
                .filter(test -> test.steps().stream().anyMatch(step -> tools.contains(step.tool())))
                .toList();
    }

    /** Returns whether the test passed. */
    public boolean passed() {
        return failure.isEmpty();
    }
}
