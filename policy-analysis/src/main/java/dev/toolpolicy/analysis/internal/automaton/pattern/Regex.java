package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.List;

/** A parsed pattern. Greedy or lazy, capturing or not: these don't matter for whether a pattern is found. */
public sealed interface Regex {

    /** One character of a set. */
    record Characters(CodePointSet set) implements Regex {}

    /** A condition on the place between two characters. */
    enum Assertion implements Regex {
        /** {@code ^} */
        START,
        /** {@code $} */
        END,
        /** {@code \b} */
        WORD_BOUNDARY,
        /** {@code \B} */
        NO_WORD_BOUNDARY
    }

    /** Parts in sequence. */
    record Sequence(List<Regex> parts) implements Regex {}

    /** Alternatives. */
    record Choice(List<Regex> options) implements Regex {}

    /** A repetition with a minimal and a maximal count. */
    record Repeat(Regex body, int min, int max) implements Regex {
        public static final int UNBOUNDED = Integer.MAX_VALUE;
    }

    static Regex sequence(List<Regex> parts) {
        return parts.size() == 1 ? parts.get(0) : new Sequence(List.copyOf(parts));
    }

    static Regex choice(List<Regex> options) {
        return options.size() == 1 ? options.get(0) : new Choice(List.copyOf(options));
    }

    /** Returns any number of a pattern, none too. */
    static Regex repeated(Regex regex) {
        return new Repeat(regex, 0, Repeat.UNBOUNDED);
    }
}
