package dev.toolpolicy.test.policy.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.RuleId;
import dev.toolpolicy.test.policy.internal.file.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision on one call, with what made it. Immutable.
 *
 * @param verdict the verdict
 * @param rule the number of the rule that decided, or that could not be read, from 1; empty if none did
 * @param name the rule's name
 * @param policy the session policy that denied
 * @param reason the reason of the rule or the policy, or why the call is invalid
 * @param qualifier what made the decision stricter than the rule's, in words; empty if the rule alone decided
 * @param metadata what the policy says about its denial
 */
public record Decided(
        Verdict verdict,
        OptionalInt rule,
        Optional<String> name,
        Optional<String> policy,
        Optional<String> reason,
        String qualifier,
        Map<String, JsonNode> metadata) {

    /** Returns whether a rule decided alone: by its own mode, with every rule above it read. */
    public boolean isByRule() {
        return rule.isPresent() && policy.isEmpty() && qualifier.isEmpty();
    }

    /** Returns whether this is what a test expects. */
    public boolean fits(Expectation expected) {
        return verdict == expected.verdict()
                && expected.rule().map(this::isBy).orElse(true)
                && expected.policy()
                        .map(name -> policy.equals(Optional.of(name)))
                        .orElse(true)
                && expected.reason()
                        .map(text -> reason.equals(Optional.of(text)))
                        .orElse(true);
    }

    private boolean isBy(RuleId id) {
        return id.name().isPresent() ? name.equals(id.name()) : rule.equals(OptionalInt.of(id.number()));
    }

    /** Returns the decision in words, such as {@code deny by rule 2 "no-keys"}. */
    @Override
    public String toString() {
        return verdict.word()
                + by()
                + qualifier
                + reason.map(text -> ": " + VisibleText.line(text, VisibleText.DETAIL))
                        .orElse("");
    }

    private String by() {
        if (policy.isPresent()) {
            return " by policy \"" + policy.get() + "\"";
        } else if (rule.isPresent()) {
            return " by rule " + rule.getAsInt()
                    + name.map(known -> " \"" + known + "\"").orElse("");
        }
        return verdict == Verdict.INVALID || !qualifier.isEmpty() ? "" : ", since no rule holds";
    }
}
