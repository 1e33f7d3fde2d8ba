package dev.toolpolicy.runtime.internal.compound;

import java.util.Arrays;

/**
 * The knowledge of each literal and clause of a list for one call. Each is settled once; literals about an element
 * begin again with the next. Not thread-safe.
 */
final class ClauseProgress {
    private final Clauses clauses;
    private final FactBinding facts;
    private final Listener listener;
    private final Standing[] literals;
    private final Standing[] goals;
    /** By clause, how many of its literals aren't known to be true; in the element that is open. */
    private final int[] missing;
    /** What the facts settle: the literals, the clauses and what is missing when a call begins. */
    private final Standing[] firstLiterals;

    private final Standing[] firstGoals;
    private final int[] firstMissing;
    /** By literal, whether there was a value. */
    private final boolean[] reached;
    /** By clause, whether there was an element. */
    private final boolean[] seen;
    /** How many clauses have been settled, of all calls. */
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

    ClauseProgress(Clauses clauses, FactBinding facts, Listener listener) {
        this.clauses = clauses;
        this.facts = facts;
        this.listener = listener;
        literals = new Standing[clauses.literals().size()];
        reached = new boolean[literals.length];
        goals = new Standing[clauses.all().size()];
        missing = new int[goals.length];
        seen = new boolean[goals.length];
        start();
        firstLiterals = literals.clone();
        firstGoals = goals.clone();
        firstMissing = missing.clone();
    }

    /** Settles what the facts settle. */
    private void start() {
        Arrays.fill(literals, Standing.OPEN);
        Arrays.fill(goals, Standing.OPEN);
        Arrays.setAll(missing, clause -> clauses.all().get(clause).literals().length);
        for (int i = 0; i < literals.length; i++) {
            Standing known = facts.literal(i);
            if (known == Standing.FALSE) {
                refute(i);
            } else if (known == Standing.TRUE) {
                settle(i, true);
            }
        }
    }

    /** Begins with another call, by the same facts. */
    void reset() {
        System.arraycopy(firstLiterals, 0, literals, 0, literals.length);
        System.arraycopy(firstGoals, 0, goals, 0, goals.length);
        System.arraycopy(firstMissing, 0, missing, 0, missing.length);
        Arrays.fill(reached, false);
        Arrays.fill(seen, false);
        index = 0;
    }

    /** Settles the clauses of a literal that is false for all arguments. */
    private void refute(int literal) {
        literals[literal] = Standing.FALSE;
        for (int clause : clauses.clausesOf()[literal]) {
            settleClause(clause, false);
        }
    }

    /** Returns whether a literal is open and a clause that isn't settled looks at it. */
    boolean matters(Literal literal) {
        if (literals[literal.index()] == Standing.OPEN) {
            for (int clause : clauses.clausesOf()[literal.index()]) {
                if (goals[clause] == Standing.OPEN) {
                    return true;
                }
            }
        }
        return false;
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
            int[] own = clauses.all().get(clause).literals();
            missing[clause] = own.length;
            for (int literal : own) {
                literals[literal] = facts.literal(literal);
                reached[literal] = false;
            }
        }
    }

    /** Records that there is a value; a test that each one satisfies is certain by that. */
    void reach(Literal literal) {
        reached[literal.index()] = true;
        if (literal.isCertain() && facts.set(literal.index()) == null) {
            settle(literal.index(), true);
        }
    }

    /** Records whether a value satisfies a literal's test. */
    void value(Literal literal, boolean holds) {
        boolean settles = switch (literal.count()) {
            case ONE -> true;
            case ANY -> holds;
            case ALL -> !holds;
        };
        if (settles) {
            settle(literal.index(), holds);
        }
    }

    /** Records that literals get no more values. */
    void exhaust(int[] ended) {
        for (int literal : ended) {
            if (literals[literal] == Standing.OPEN) {
                boolean all = clauses.literals().get(literal).count() == Count.ALL;
                settle(literal, all && reached[literal]);
            }
        }
    }

    /** Records that clauses get no more elements. */
    void exhaustClauses(int[] ended) {
        for (int clause : ended) {
            settleClause(clause, clauses.all().get(clause).count() == Count.ALL && seen[clause]);
        }
    }

    private void settle(int literal, boolean holds) {
        if (literals[literal] != Standing.OPEN) {
            return;
        }
        literals[literal] = Standing.of(holds);
        for (int clause : clauses.clausesOf()[literal]) {
            if (!holds) {
                conclude(clause, false);
            } else if (--missing[clause] == 0) {
                conclude(clause, true);
            }
        }
    }

    /** Takes note of what is known of the literals of a clause, in one element if it is about elements. */
    private void conclude(int clause, boolean holds) {
        boolean settles = switch (clauses.all().get(clause).count()) {
            case ONE -> true;
            case ANY -> holds;
            case ALL -> !holds;
        };
        if (settles) {
            settleClause(clause, holds);
        }
    }

    private void settleClause(int clause, boolean holds) {
        if (goals[clause] == Standing.OPEN) {
            goals[clause] = Standing.of(holds);
            settled++;
            listener.settled(clause, holds, index);
        }
    }
}
