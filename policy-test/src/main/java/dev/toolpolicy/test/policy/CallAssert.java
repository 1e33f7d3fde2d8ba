package dev.toolpolicy.test.policy;

import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.RuleId;
import dev.toolpolicy.test.policy.internal.file.Verdict;
import dev.toolpolicy.test.policy.internal.run.Decided;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import dev.toolpolicy.test.policy.internal.run.FailureText;
import java.util.Optional;

/** Assertions about the decision on one call. Each returns this object or fails. Not thread-safe. */
public final class CallAssert {
    private final PolicyAssert session;
    private final String tool;
    private final Object arguments;
    private final Decided decided;

    private CallAssert(PolicyAssert session, String tool, Object arguments, Decided decided) {
        this.session = session;
        this.tool = tool;
        this.arguments = arguments;
        this.decided = decided;
    }

    static CallAssert of(PolicyAssert session, String tool, Object arguments) {
        Decided decided = Decisions.of(session.engine(), session.known(), tool, arguments);
        return new CallAssert(session, tool, arguments, decided);
    }

    /**
     * Asserts that the call runs without approval.
     *
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert isAllowed() {
        return has(Expectation.of(Verdict.ALLOW));
    }

    /**
     * Asserts that a person is asked whether the call may run.
     *
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert isAsked() {
        return has(Expectation.of(Verdict.ASK));
    }

    /**
     * Asserts that a person is asked, and may edit the arguments.
     *
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert isEdited() {
        return has(Expectation.of(Verdict.EDIT));
    }

    /**
     * Asserts that the call is denied.
     *
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert isDenied() {
        return has(Expectation.of(Verdict.DENY));
    }

    /**
     * Asserts that the call is invalid: its arguments don't fit the tool, or there is no such tool.
     *
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert isInvalid() {
        return has(Expectation.of(Verdict.INVALID));
    }

    /**
     * Asserts that a rule decides.
     *
     * @param rule the rule's name
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert by(String rule) {
        return has(expected(Optional.of(RuleId.named(rule)), Optional.empty(), Optional.empty()));
    }

    /**
     * Asserts that a rule decides.
     *
     * @param rule the rule's number in its list, from 1
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert by(int rule) {
        return has(expected(Optional.of(RuleId.numbered(rule)), Optional.empty(), Optional.empty()));
    }

    /**
     * Asserts that a session policy denies.
     *
     * @param policy the policy's name, such as {@code require:deploy} or {@code limit:pay}
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert byPolicy(String policy) {
        return has(expected(Optional.empty(), Optional.of(policy), Optional.empty()));
    }

    /**
     * Asserts the reason of the rule or the policy that decides.
     *
     * @param reason the whole reason
     * @throws AssertionError otherwise, with what decides and why
     */
    public CallAssert because(String reason) {
        return has(expected(Optional.empty(), Optional.empty(), Optional.of(reason)));
    }

    /**
     * Runs the call, which succeeds, after an approval if it needs one.
     *
     * @return assertions about the next calls of the session
     * @throws AssertionError if the call doesn't run
     */
    public PolicyAssert then() {
        return session.after(tool, arguments);
    }

    /**
     * Runs the call, which fails, after an approval if it needs one.
     *
     * @return assertions about the next calls of the session
     * @throws AssertionError if the call doesn't run
     */
    public PolicyAssert thenFails() {
        return session.afterFailure(tool, arguments);
    }

    private Expectation expected(Optional<RuleId> rule, Optional<String> policy, Optional<String> reason) {
        return new Expectation(decided.verdict(), rule, policy, reason);
    }

    private CallAssert has(Expectation expected) {
        if (!decided.fits(expected)) {
            throw new AssertionError(tool + ": "
                    + FailureText.differs(expected, decided, Decisions.explain(session.known(), tool, arguments)));
        }
        return this;
    }
}
