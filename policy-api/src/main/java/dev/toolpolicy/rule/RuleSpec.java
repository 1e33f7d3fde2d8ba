package dev.toolpolicy.rule;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One rule of a list: a mode, and the condition under which it applies. Immutable. */
public final class RuleSpec {
    private final @Nullable Condition condition;
    private final Mode mode;

    private RuleSpec(@Nullable Condition condition, Mode mode) {
        this.condition = condition;
        this.mode = Objects.requireNonNull(mode, "mode");
    }

    /**
     * Creates a rule with a condition.
     *
     * @param condition the condition under which the rule applies
     * @param mode the rule's decision
     */
    public static RuleSpec when(Condition condition, Mode mode) {
        return new RuleSpec(Objects.requireNonNull(condition, "condition"), mode);
    }

    /**
     * Creates a rule that always applies, a catch-all.
     *
     * @param mode the rule's decision
     */
    public static RuleSpec otherwise(Mode mode) {
        return new RuleSpec(null, mode);
    }

    /**
     * Returns the condition under which the rule applies.
     *
     * @return the condition, or empty for a catch-all
     */
    public Optional<Condition> condition() {
        return Optional.ofNullable(condition);
    }

    /**
     * Returns the rule's decision.
     *
     * @return the mode
     */
    public Mode mode() {
        return mode;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RuleSpec that && mode == that.mode && Objects.equals(condition, that.condition);
    }

    @Override
    public int hashCode() {
        return Objects.hash(condition, mode);
    }

    /**
     * Describes the rule in words.
     *
     * @return a text such as {@code /path prefix "src/" -> allow}
     */
    @Override
    public String toString() {
        return (condition == null ? "otherwise" : condition.toString()) + " -> " + mode.word();
    }
}
