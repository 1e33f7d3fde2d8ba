package dev.toolpolicy.rule;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One rule of a list: a mode, and the condition under which it decides. Immutable. */
public final class RuleSpec {
    private final @Nullable Condition condition;
    private final Mode mode;

    private RuleSpec(@Nullable Condition condition, Mode mode) {
        this.condition = condition;
        this.mode = Objects.requireNonNull(mode, "mode");
    }

    /**
     * A rule with a condition.
     *
     * @param condition when it holds
     * @param mode what it answers then
     * @return the rule
     * @throws NullPointerException if an argument is null
     */
    public static RuleSpec when(Condition condition, Mode mode) {
        return new RuleSpec(Objects.requireNonNull(condition, "condition"), mode);
    }

    /**
     * A rule that always holds, a catch-all.
     *
     * @param mode what it answers
     * @return the rule
     * @throws NullPointerException if {@code mode} is null
     */
    public static RuleSpec otherwise(Mode mode) {
        return new RuleSpec(null, mode);
    }

    /**
     * When it holds.
     *
     * @return its condition, or empty for a catch-all
     */
    public Optional<Condition> condition() {
        return Optional.ofNullable(condition);
    }

    /**
     * What it answers.
     *
     * @return its mode
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
     * The rule in words.
     *
     * @return such as {@code /path prefix "src/" -> unattended}
     */
    @Override
    public String toString() {
        return (condition == null ? "otherwise" : condition.toString()) + " -> " + mode.word();
    }
}
