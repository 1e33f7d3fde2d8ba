package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Why somebody is asked. Immutable.
 *
 * @param mode what the list answered: {@link Mode#ASK}, {@link Mode#EDIT}, or {@link Mode#ALLOW} where only a policy
 *     needs an approval
 * @param index the index of the rule that decided, from 0; empty if none held and the answer is the implicit ask
 * @param rule the rule itself
 * @param guarded the path argument that keeps the call from going on unattended; empty if none does
 * @param need the session policy that requires an approval; empty if none does, or none is known yet
 */
public record ApprovalReason(
        Mode mode, OptionalInt index, Optional<RuleSpec> rule, Optional<String> guarded, Optional<Need> need) {

    /**
     * That a session policy requires an approval.
     *
     * @param policy the policy's name
     * @param reason what it says
     */
    public record Need(String policy, String reason) {}

    /**
     * What decided: arguments that whoever is asked must see whole.
     *
     * @return the place that the deciding rule looks at, and the path that keeps the call from going on unattended, as
     *     far as there are such
     */
    public List<ArgumentPointer> decidedBy() {
        return Stream.concat(
                        rule.flatMap(RuleSpec::condition).map(Condition::argument).stream(),
                        guarded.map(ArgumentPointer::parse).stream())
                .toList();
    }

    /**
     * Whether an approval can be remembered: for an {@code ask} by a rule, and by nothing else.
     *
     * @return true if {@link Answer.Approve#remembered} is for later calls too
     */
    public boolean canRememberApproval() {
        return mode == Mode.ASK && index.isPresent() && canRememberDecline() && guarded.isEmpty();
    }

    /**
     * Whether a refusal can be remembered.
     *
     * @return true if {@link Answer.Decline#remembered} is for later calls too
     */
    public boolean canRememberDecline() {
        return need.isEmpty();
    }

    /**
     * The reason in words.
     *
     * @return one line, such as {@code rule 2 (/path prefix "src/" -> ask)}
     */
    @Override
    public String toString() {
        String list = index.isPresent()
                ? "rule " + (index.getAsInt() + 1) + rule.map(each -> " (" + each + ")").orElse("")
                : "no rule";
        return list + guarded.map(path -> ", path " + path).orElse("")
                + need.map(each -> ", policy '" + each.policy() + "': " + each.reason()).orElse("");
    }
}
