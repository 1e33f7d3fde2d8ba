package dev.toolpolicy.test.policy.internal.file;

import java.util.Optional;

/**
 * The decision that a test expects. Immutable.
 *
 * @param verdict the verdict
 * @param rule the rule that decides; empty if the test doesn't say
 * @param policy the session policy that denies; empty if the test doesn't say
 * @param reason the whole reason; empty if the test doesn't say
 */
public record Expectation(Verdict verdict, Optional<RuleId> rule, Optional<String> policy, Optional<String> reason) {

    /** Creates the expectation of a verdict, by any rule or policy. */
    public static Expectation of(Verdict verdict) {
        return new Expectation(verdict, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the expectation in words, such as {@code deny by rule "no-keys"}. */
    @Override
    public String toString() {
        return verdict.word()
                + rule.map(id -> " by " + id).orElse("")
                + policy.map(name -> " by policy \"" + name + "\"").orElse("")
                + reason.map(text -> " because \"" + text + "\"").orElse("");
    }
}
