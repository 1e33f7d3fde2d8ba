package dev.toolpolicy.runtime.internal.compound;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of each literal and clause of a list for one call. Each is settled once; literals about an element
 * begin again with the next. Not thread-safe.
 */
final class ClauseProgress {
    private final int[][] clausesOf;
    private final FactBinding facts;
    private final @Nullable Listener listener;
    private final Literal[] all;
    private final Clause[] clauseAt;
    /** By clause, how many elements must satisfy it. */
    private final Count[] counts;

    private final Standing[] literals;
    private final Standing[] goals;
    /** By clause, how many of its literals aren't known to be true; in the element that is open. */
    private final int[] missing;
    /** By literal, whether there was a value. */
    private final boolean[] reached;
    /** By clause, whether there was an element. */
    private final boolean[] seen;
    /** How many clauses have been settled. */
    private int settled;
    /** Where in a piece of text the reading is. */
    private int index;

    /** A listener for clauses that are settled. */
    @FunctionalInterface
    interface Listener {
        /**
         * Receives a settled clause.
         *
         * @param index the index in the piece of text behind the character that settled it; 0 for what isn't text
         */
        void settled(int clause, boolean holds, int index);
    }

    /** Creates what is known before a call: what the facts settle. */
    ClauseProgress(Clauses clauses, FactBinding facts) {
        clausesOf = clauses.clausesOf();
        this.facts = facts;
        listener = null;
        all = clauses.literals().toArray(new Literal[0]);
        clauseAt = clauses.all().toArray(new Clause[0]);
        counts = clauses.all().stream().map(Clause::count).toArray(Count[]::new);
        literals = new Standing[all.length];
        reached = new boolean[all.length];
        goals = new Standing[clauseAt.length];
        missing = new int[goals.length];
        seen = new boolean[goals.length];
        Arrays.fill(literals, Standing.OPEN);
        Arrays.fill(goals, Standing.OPEN);
        Arrays.setAll(missing, clause -> clauseAt[clause].literals().length);
        for (int i = 0; i < literals.length; i++) {
            Standing known = facts.literal(i);
            if (known == Standing.FALSE) {
                refute(i);
            } else if (known == Standing.TRUE) {
                affirm(i);
            }
        }
    }

    /** Begins with a call, by what is known before it. */
    ClauseProgress(ClauseProgress first, @Nullable Listener listener) {
        this.listener = listener;
        clausesOf = first.clausesOf;
        facts = first.facts;
        all = first.all;
        clauseAt = first.clauseAt;
        counts = first.counts;
        literals = first.literals.clone();
        goals = first.goals.clone();
        missing = first.missing.clone();
        reached = new boolean[literals.length];
        seen = new boolean[goals.length];
    }

    /** Settles the clauses of a literal that is false for all arguments. */
    private void refute(int literal) {
        literals[literal] = Standing.FALSE;
        for (int clause : clausesOf[literal]) {
            settleClause(clause, false);
        }
    }

    /** Settles the clauses of a literal that is true for all arguments, unless they are about elements. */
    private void affirm(int literal) {
        literals[literal] = Standing.TRUE;
        for (int clause : clausesOf[literal]) {
            if (--missing[clause] == 0 && clauseAt[clause].element() == null) {
                settleClause(clause, true);
            }
        }
    }

    /** Returns a number that changes with each clause that is settled. */
    int settled() {
        return settled;
    }

    /** Notes where in a piece of text the reading is. */
    void at(int position) {
        index = position;
    }

    Standing clause(int clause) {
        return goals[clause];
    }

    Standing literal(int literal) {
        return literals[literal];
    }

    /** Begins an element of the clauses about elements there. */
    void element(int[] about) {
        for (int clause : about) {
            seen[clause] = true;
            missing[clause] = 0;
            for (int literal : clauseAt[clause].literals()) {
                literals[literal] = facts.literal(literal);
                missing[clause] += literals[literal] == Standing.TRUE ? 0 : 1;
                reached[literal] = false;
            }
            if (missing[clause] == 0 && counts[clause].settles(true)) {
                settleClause(clause, true);
            }
        }
    }

    /** Records that there is a value at a place; a test that each one satisfies is certain by that. */
    void reach(PlaceLiterals place) {
        for (Literal literal : place.reached()) {
            reached[literal.index()] = true;
            if (literal.isCertain() && facts.set(literal.index()) == null) {
                settle(literal.index(), true);
            }
        }
    }

    /** Records whether a value satisfies a literal's test. */
    void value(Literal literal, boolean holds) {
        if (literal.count().settles(holds)) {
            settle(literal.index(), holds);
        }
    }

    /** Records that literals get no more values. */
    void exhaust(int[] ended) {
        for (int literal : ended) {
            if (literals[literal] == Standing.OPEN) {
                settle(literal, all[literal].count() == Count.ALL && reached[literal]);
            }
        }
    }

    /** Records that clauses get no more elements. */
    void exhaustClauses(int[] ended) {
        for (int clause : ended) {
            settleClause(clause, counts[clause] == Count.ALL && seen[clause]);
        }
    }

    private void settle(int literal, boolean holds) {
        if (literals[literal] != Standing.OPEN) {
            return;
        }
        literals[literal] = Standing.of(holds);
        for (int clause : clausesOf[literal]) {
            if ((!holds || --missing[clause] == 0) && counts[clause].settles(holds)) {
                settleClause(clause, holds);
            }
        }
    }

    private void settleClause(int clause, boolean holds) {
        if (goals[clause] == Standing.OPEN) {
            goals[clause] = Standing.of(holds);
            settled++;
            if (listener != null) {
                listener.settled(clause, holds, index);
            }
        }
    }
}
