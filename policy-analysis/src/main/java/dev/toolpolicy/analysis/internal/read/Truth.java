package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.annotation.Match;

/** The answer of a condition in Kleene's three-valued logic: some values can't be read, and some facts aren't known. */
public enum Truth {
    FALSE,
    /** The condition can't be answered. */
    UNKNOWN,
    TRUE;

    /** Returns the answer whether both hold: false if one is false, otherwise unknown if one is. */
    public Truth and(Truth other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** Returns the answer whether one of two holds: true if one is true, otherwise unknown if one is. */
    public Truth or(Truth other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** Returns the answer whether enough values match. Without values, none does. */
    static Truth of(Match match, Iterable<Truth> values) {
        Truth all = TRUE;
        Truth any = FALSE;
        boolean none = true;
        for (Truth value : values) {
            all = all.and(value);
            any = any.or(value);
            none = false;
        }
        return match == Match.ALL && !none ? all : any;
    }
}
