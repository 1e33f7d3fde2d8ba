package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.List;

/** A parsed pattern. Greedy or lazy, capturing or not: these don't matter for whether a pattern is found. */
public sealed interface Regex {

    /** The empty pattern, which is found everywhere. */
    Regex EMPTY = new Sequence(List.of());

    /** Calls the visitor's method for this kind of pattern. */
    <R> R accept(Visitor<R> visitor);

    /** A function of patterns, with a case for each kind. */
    interface Visitor<R> {
        R characters(Characters regex);

        R assertion(Assertion regex);

        R sequence(Sequence regex);

        R choice(Choice regex);

        R repeat(Repeat regex);
    }

    /** One character of a set. */
    record Characters(CodePointSet set) implements Regex {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.characters(this);
        }
    }

    /** A condition on the place between two characters. */
    enum Assertion implements Regex {
        /** {@code ^} */
        START,
        /** {@code $} */
        END,
        /** {@code \b} */
        WORD_BOUNDARY,
        /** {@code \B} */
        NO_WORD_BOUNDARY;

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.assertion(this);
        }
    }

    /** Parts in sequence. */
    record Sequence(List<Regex> parts) implements Regex {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sequence(this);
        }
    }

    /** Alternatives. */
    record Choice(List<Regex> options) implements Regex {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.choice(this);
        }
    }

    /** A repetition with a minimal and a maximal count. */
    record Repeat(Regex body, int min, int max) implements Regex {
        public static final int UNBOUNDED = Integer.MAX_VALUE;

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.repeat(this);
        }
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
