package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reason why approval is needed. Immutable.
 */
public final class ApprovalReason {
    private final Mode mode;
    private final OptionalInt index;
    private final Optional<RuleSpec> rule;
    private final Optional<String> guarded;
    private final Optional<Need> need;

    /**
     * Creates a reason.
     *
     * @param mode the rule list's decision: {@link Mode#ASK}, {@link Mode#EDIT}, or {@link Mode#ALLOW} if only a policy
     *     needs an approval
     * @param index the index of the rule that decided, from 0; empty if no rule matched and the default is to ask
     * @param rule the rule itself
     * @param guarded the path argument that needs approval; empty if there is none
     * @param need the session policy that requires an approval; empty if there is none, or none is known yet
     */
    public ApprovalReason(
            Mode mode, OptionalInt index, Optional<RuleSpec> rule, Optional<String> guarded, Optional<Need> need) {
        this.mode = mode;
        this.index = index;
        this.rule = rule;
        this.guarded = guarded;
        this.need = need;
    }

    /**
     * Returns the rule list's decision: {@link Mode#ASK}, {@link Mode#EDIT}, or {@link Mode#ALLOW} if only a policy
     * needs an approval.
     */
    public Mode mode() {
        return mode;
    }

    /** Returns the index of the rule that decided, from 0; empty if no rule matched and the default is to ask. */
    public OptionalInt index() {
        return index;
    }

    /** Returns the rule itself. */
    public Optional<RuleSpec> rule() {
        return rule;
    }

    /** Returns the path argument that needs approval; empty if there is none. */
    public Optional<String> guarded() {
        return guarded;
    }

    /** Returns the session policy that requires an approval; empty if there is none, or none is known yet. */
    public Optional<Need> need() {
        return need;
    }

    /**
     * The requirement of an approval by a session policy.
     *
     * @param policy the policy's name
     * @param reason the policy's reason
     */
    public record Need(String policy, String reason) {}

    /**
     * Returns the arguments that decided. An approver must see them in full.
     *
     * @return the argument of the deciding rule and the path that needs approval, if they exist
     */
    public List<ArgumentPointer> decidedBy() {
        return Stream.concat(
                        rule.flatMap(RuleSpec::condition).map(Condition::argument).stream(),
                        guarded.map(ArgumentPointer::parse).stream())
                .toList();
    }

    /**
     * Returns whether an approval can be remembered: only for an {@code ask} by a rule, without another reason to ask.
     *
     * @return true if {@link Answer.Approve#remembered} applies to later calls too
     */
    public boolean canRememberApproval() {
        return mode == Mode.ASK && index.isPresent() && canRememberDecline() && guarded.isEmpty();
    }

    /**
     * Returns whether a decline can be remembered.
     *
     * @return true if {@link Answer.Decline#remembered} applies to later calls too
     */
    public boolean canRememberDecline() {
        return need.isEmpty();
    }

    /**
     * Returns the reason in words.
     *
     * @return one line, such as {@code rule 2 (/path prefix "src/" -> ask)}
     */
    @Override
    public String toString() {
        String list = index.isPresent()
                ? "rule " + (index.getAsInt() + 1)
                        + rule.map(each -> " (" + each + ")").orElse("")
                : "no rule";
        return list
                + guarded.map(path -> ", path " + path).orElse("")
                + need.map(each -> ", policy '" + each.policy() + "': " + each.reason())
                        .orElse("");
    }

    private List<Object> parts() {
        return List.of(mode, index, rule, guarded, need);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApprovalReason that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }
}
