package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.rule.Mode;
import java.util.List;
import java.util.Optional;

/**
 * A rule list for tools whose parameters aren't known yet.
 *
 * @param lines the rules as written
 * @param overrides whether it replaces the lists that tools have of their own
 */
public record LaterList(List<Line> lines, boolean overrides) {
    /**
     * A rule as written. A rule without a valid mode is in no list that is used.
     *
     * @param mode the mode
     * @param conditions what the rule looks at; equal for rules that hold for the same calls
     */
    public record Line(Optional<Mode> mode, Object conditions) {
        /** Returns the rule that holds for every call. */
        public static Line always(Mode mode) {
            return new Line(Optional.of(mode), List.of());
        }

        private boolean is(Mode other) {
            return mode.filter(other::equals).isPresent();
        }
    }

    /** Copies the rules. */
    public LaterList {
        lines = List.copyOf(lines);
    }

    /** Returns the list that answers every call with one mode. */
    static LaterList of(Mode mode) {
        return new LaterList(List.of(Line.always(mode)), false);
    }

    /**
     * Returns whether this list may decide a call less strictly than an earlier one. It doesn't if it only has more
     * rules that deny, fewer that allow, or more that ask where nothing behind them denies.
     */
    boolean mayLoosen(LaterList before) {
        int old = 0;
        int now = 0;
        while (old < before.lines.size() && now < lines.size()) {
            Line was = before.lines.get(old);
            Line is = lines.get(now);
            if (was.equals(is) || is.is(Mode.DENY) && was.conditions().equals(is.conditions())) {
                old++;
                now++;
            } else if (was.is(Mode.ALLOW) && !lines.subList(now, lines.size()).contains(was)) {
                old++;
            } else if (is.is(Mode.DENY) || !is.is(Mode.ALLOW) && !before.deniesFrom(old)) {
                now++;
            } else {
                return true;
            }
        }
        return before.lines.stream().skip(old).anyMatch(was -> !was.is(Mode.ALLOW))
                || lines.stream().skip(now).anyMatch(is -> is.is(Mode.ALLOW))
                || overrides != before.overrides && !lines.stream().allMatch(is -> is.is(Mode.DENY));
    }

    private boolean deniesFrom(int line) {
        return lines.stream().skip(line).anyMatch(each -> each.is(Mode.DENY));
    }
}
