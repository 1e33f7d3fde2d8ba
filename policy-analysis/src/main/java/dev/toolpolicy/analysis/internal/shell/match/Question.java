package dev.toolpolicy.analysis.internal.shell.match;

import java.util.Set;

/**
 * A question that a machine was compiled from.
 *
 * @param set the patterns
 * @param kind the commands that must match
 */
record Question(CommandSet set, Kind kind) {

    /** The commands that must match a pattern. */
    enum Kind {
        /** Every command, surely. */
        EVERY,
        /** Some command, possibly. */
        SOME,
        /** Every command, possibly. */
        ALL
    }

    /** Returns whether another question is the same, of the same set: equal patterns of another set are not compared. */
    boolean isSameAs(Question other) {
        return set == other.set && kind == other.kind;
    }

    /**
     * Returns whether the texts with one of some verdicts are known to be among those with one of others for another
     * question, since each pattern is covered by another.
     */
    boolean isKnownWithin(Set<Verdict> verdicts, Question other, Set<Verdict> others) {
        if (!others.containsAll(verdicts) || !verdicts.contains(Verdict.TRUE) || verdicts.contains(Verdict.FALSE)) {
            return false;
        }
        boolean sameKind = kind == other.kind;
        boolean holds = verdicts.equals(Set.of(Verdict.TRUE)) && kind != Kind.SOME && other.kind != Kind.EVERY;
        boolean read = kind != Kind.EVERY || verdicts.equals(Set.of(Verdict.TRUE));
        return read && (sameKind || holds) && set.isCoveredBy(other.set, kind == Kind.SOME);
    }
}
