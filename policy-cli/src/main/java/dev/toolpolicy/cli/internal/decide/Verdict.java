package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.run.Decided;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision about one call. Immutable.
 *
 * @param word {@code allow}, {@code ask}, {@code edit}, {@code deny} or {@code invalid}
 * @param rule the number of the rule that decided, from 1
 * @param name the name of that rule
 * @param policy the session policy that decided
 * @param reason the reason, for people
 */
record Verdict(String word, OptionalInt rule, Optional<String> name, Optional<String> policy, Optional<String> reason) {
    private static final String INVALID = "invalid";

    /** Returns the verdict about a call that can't be read. */
    static Verdict invalid(String reason) {
        return new Verdict(INVALID, OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.of(reason));
    }

    /** Returns what a preview of a call says. */
    static Verdict of(PolicyEngine engine, String tool, CallPreview preview) {
        Decided decided = Decisions.of(engine, tool, preview);
        String word = decided.verdict().word();
        if (word.equals(INVALID)) {
            return invalid(decided.reason().orElse(preview.forModel()));
        }
        Optional<RuleDecision> rules = preview.decision().filter(each -> decided.policy().isEmpty());
        Optional<String> guarded = rules.flatMap(RuleDecision::guarded)
                .map(argument ->
                        "\"" + argument + "\" leads out of the workspace, to an unknown place or to a policy file");
        Optional<String> unread = rules.filter(RuleDecision::unread)
                .map(decision -> "this rule has a condition that the call can't answer");
        boolean policyAsks = decided.policy().isPresent() && preview.status() != ToolCallStream.Status.DENIED;
        return new Verdict(
                policyAsks ? Mode.ASK.word() : word,
                decided.rule(),
                decided.name(),
                decided.policy(),
                guarded.or(() -> unread).or(decided::reason));
    }

    boolean isInvalid() {
        return word.equals(INVALID);
    }

    /** Adds the verdict to an object. */
    ObjectNode addTo(ObjectNode answer) {
        answer.put("verdict", word);
        rule.ifPresent(number -> answer.put("rule", number));
        name.ifPresent(each -> answer.put("name", each));
        policy.ifPresent(each -> answer.put("policy", each));
        reason.ifPresent(each -> answer.put("reason", each));
        return answer;
    }

    /** Returns the verdict for people, on one line. */
    String words() {
        StringBuilder words = new StringBuilder(word);
        rule.ifPresent(number -> words.append(" by rule ").append(number));
        name.ifPresent(each -> words.append(" (").append(each).append(")"));
        policy.ifPresent(each -> words.append(" by policy ").append(each));
        reason.ifPresent(each -> words.append(": ").append(each));
        return words.toString();
    }
}
