package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.cli.internal.policy.Rules;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.run.PreviewedCall;
import dev.toolpolicy.schema.ArgumentError;
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
    static Verdict of(String tool, CallPreview preview, ToolCatalog tools) {
        return switch (preview.status()) {
            case INVALID -> invalid(preview.error().map(ArgumentError::words).orElse(preview.forModel()));
            case WILL_RUN -> byRules(Mode.ALLOW, tool, preview, tools);
            case DENIED -> denied(tool, preview, tools);
            case WILL_ASK, OPEN ->
                preview.denial()
                        .map(denial -> byPolicy(Mode.ASK, denial))
                        .orElseGet(() -> byRules(PreviewedCall.mode(preview), tool, preview, tools));
        };
    }

    private static Verdict denied(String tool, CallPreview preview, ToolCatalog tools) {
        boolean byRules = preview.decision()
                .map(RuleDecision::mode)
                .filter(Mode.DENY::equals)
                .isPresent();
        return preview.denial().isEmpty() || byRules
                ? byRules(Mode.DENY, tool, preview, tools)
                : byPolicy(Mode.DENY, preview.denial().get());
    }

    private static Verdict byPolicy(Mode mode, PolicyDenial denial) {
        return new Verdict(
                mode.word(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(denial.policy()),
                Optional.of(denial.reason()));
    }

    private static Verdict byRules(Mode mode, String tool, CallPreview preview, ToolCatalog tools) {
        OptionalInt index = preview.decision().map(RuleDecision::rule).orElse(OptionalInt.empty());
        Optional<RuleSpec> rule = Rules.deciding(tools, tool, preview);
        Optional<String> guarded = preview.decision()
                .flatMap(RuleDecision::guarded)
                .map(argument ->
                        "\"" + argument + "\" leads out of the workspace, to an unknown place or to a policy file");
        Optional<String> unread = preview.decision()
                .filter(RuleDecision::unread)
                .map(decision -> "this rule has a condition that the call can't answer");
        return new Verdict(
                mode.word(),
                index.isPresent() ? OptionalInt.of(index.getAsInt() + 1) : index,
                rule.flatMap(RuleSpec::name),
                Optional.empty(),
                guarded.or(() -> unread).or(() -> rule.flatMap(RuleSpec::reason)));
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
