package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Optional;

/**
 * A rule list for tools whose parameters aren't known yet.
 *
 * @param rules the rules as written
 * @param overrides whether it replaces the lists that tools have of their own
 */
public record WrittenRules(List<Rule> rules, boolean overrides) {
    /**
     * A rule as written. A rule without a valid mode is in no list that is used.
     *
     * @param mode the mode
     * @param conditions what the rule looks at; equal for rules that hold for the same calls
     */
    public record Rule(Optional<Mode> mode, Object conditions) {
        /** Returns the rule that holds for every call. */
        public static Rule always(Mode mode) {
            return new Rule(Optional.of(mode), List.of());
        }

        private boolean is(Mode other) {
            return mode.filter(other::equals).isPresent();
        }
    }

    /** Copies the rules. */
    public WrittenRules {
        rules = List.copyOf(rules);
    }

    /** Returns the list that answers every call with one mode. */
    static WrittenRules of(Mode mode) {
        return new WrittenRules(List.of(Rule.always(mode)), false);
    }

    /**
     * Returns whether this list may decide a call less strictly than an earlier one. It doesn't if it only has more
     * rules that deny, fewer that allow, or more that ask where nothing behind them denies.
     */
    boolean mayLoosen(WrittenRules before) {
        int old = 0;
        int now = 0;
        while (old < before.rules.size() && now < rules.size()) {
            Rule was = before.rules.get(old);
            Rule is = rules.get(now);
            if (was.equals(is) || is.is(Mode.DENY) && was.conditions().equals(is.conditions())) {
                old++;
                now++;
            } else if (was.is(Mode.ALLOW) && !rules.subList(now, rules.size()).contains(was)) {
                old++;
            } else if (is.is(Mode.DENY) || !is.is(Mode.ALLOW) && !before.deniesFrom(old)) {
                now++;
            } else {
                return true;
            }
        }
        return before.rules.stream().skip(old).anyMatch(was -> !was.is(Mode.ALLOW))
                || rules.stream().skip(now).anyMatch(is -> is.is(Mode.ALLOW))
                || overrides != before.overrides && !rules.stream().allMatch(is -> is.is(Mode.DENY));
    }

    private boolean deniesFrom(int line) {
        return rules.stream().skip(line).anyMatch(each -> each.is(Mode.DENY));
    }
}
