package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge of each literal and clause of a list for one call, as sets of bits. Each is settled once; literals about
 * an element begin again with the next. Not thread-safe.
 */
final class ClauseProgress {
    private final Clauses rules;
    private final FactBinding facts;
    private final int[] onlyClause;
    private final @Nullable Trace trace;
    private final long[] trueLiterals;
    private final long[] falseLiterals;
    private final long[] trueClauses;
    private final long[] falseClauses;
    /** By clause, how many of its literals aren't known to be true; in the element that is open. */
    private final int[] missing;
    /** The literals of which there was a value. */
    private final long[] reached;
    /** The demands that the open element has met. */
    private final long[] met;
    /** The clauses of which there was an element. */
    private final long[] seen;
    /** How many clauses have been settled. */
    private int settled;
    /** Where in a piece of text the reading is. */
    private int index;

    /** Creates what is known before a call: what the facts settle. */
    ClauseProgress(Clauses rules, FactBinding facts) {
        this.rules = rules;
        this.facts = facts;
        onlyClause = rules.onlyClause();
        trace = null;
        trueLiterals = Bits.of(rules.literals().size());
        falseLiterals = trueLiterals.clone();
        reached = trueLiterals.clone();
        met = Bits.of(rules.demanding().length);
        trueClauses = Bits.of(rules.all().size());
        falseClauses = trueClauses.clone();
        seen = trueClauses.clone();
        missing = new int[rules.all().size()];
        for (int i = 0; i < missing.length; i++) {
            Clause clause = rules.all().get(i);
            missing[i] = clause.literals().length;
            if (clause.known() != Standing.OPEN) {
                settleClause(i, clause.known() == Standing.TRUE);
            }
        }
        for (int i = 0; i < rules.literals().size(); i++) {
            Standing known = facts.literal(i);
            if (known == Standing.FALSE) {
                refute(i);
            } else if (known == Standing.TRUE) {
                affirm(i);
            }
        }
    }

    /** Begins with a call, by what is known before it. */
    ClauseProgress(ClauseProgress first, @Nullable Trace trace) {
        this.trace = trace;
        rules = first.rules;
        facts = first.facts;
        onlyClause = first.onlyClause;
        trueLiterals = first.trueLiterals.clone();
        falseLiterals = first.falseLiterals.clone();
        trueClauses = first.trueClauses.clone();
        falseClauses = first.falseClauses.clone();
        missing = first.missing.clone();
        reached = new long[trueLiterals.length];
        met = first.met.clone();
        seen = new long[trueClauses.length];
    }

    /** Settles the clauses of a literal that is false for all arguments. */
    private void refute(int literal) {
        Bits.set(falseLiterals, literal);
        for (int clause : rules.clausesOf()[literal]) {
            settleClause(clause, false);
        }
    }

    /** Settles the clauses of a literal that is true for all arguments, unless they are about elements. */
    private void affirm(int literal) {
        Bits.set(trueLiterals, literal);
        for (int clause : rules.clausesOf()[literal]) {
            if (--missing[clause] == 0 && rules.all().get(clause).element() == null) {
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
        return Bits.standing(trueClauses, falseClauses, clause);
    }

    Standing literal(int literal) {
        return Bits.standing(trueLiterals, falseLiterals, literal);
    }

    /** Returns the first clause from an index on that isn't known to be false; the number of clauses if there is none. */
    int firstPossible(int from) {
        return Bits.firstClear(falseClauses, from, missing.length);
    }

    /** Begins an element of the clauses about elements there. */
    void element(int[] about) {
        for (int clause : about) {
            Bits.set(seen, clause);
            missing[clause] = 0;
            for (int literal : rules.all().get(clause).literals()) {
                Standing known = facts.literal(literal);
                Bits.set(trueLiterals, literal, known == Standing.TRUE);
                Bits.set(falseLiterals, literal, known == Standing.FALSE);
                Bits.set(reached, literal, false);
                missing[clause] += known == Standing.TRUE ? 0 : 1;
            }
            if (missing[clause] == 0 && count(clause).settles(true)) {
                settleClause(clause, true);
            }
        }
    }

    private Count count(int clause) {
        return rules.counts()[clause];
    }

    /** Records that there is a value at a place; a test that each one satisfies is certain by that. */
    void reach(PlaceLiterals place) {
        for (int demand : place.demands().met()) {
            Bits.set(met, demand);
        }
        for (Literal literal : place.reached()) {
            Bits.set(reached, literal.index());
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

    /** Looks whether an element has what is demanded of it, when a part of it has ended or is missing. */
    void demand(PlaceLiterals.Demands demands) {
        for (int demand : demands.made()) {
            if (!Bits.has(met, demand)) {
                settle(rules.demanding()[demand], false);
            }
        }
        for (int demand : demands.closed()) {
            Bits.set(met, demand, false);
        }
    }

    /** Records that literals get no more values. */
    void exhaust(long[] ended) {
        for (int word = 0; word < ended.length; word++) {
            long open = ended[word] & ~(trueLiterals[word] | falseLiterals[word]);
            for (; open != 0; open &= open - 1) {
                int literal = Bits.first(word, open);
                Literal one = rules.literals().get(literal);
                settle(literal, one.absent() || one.count() == Count.ALL && Bits.has(reached, literal));
            }
        }
    }

    /** Records that clauses get no more elements. */
    void exhaustClauses(int[] ended) {
        for (int clause : ended) {
            settleClause(clause, count(clause) == Count.ALL && Bits.has(seen, clause));
        }
    }

    /** Settles a literal, if it is open. */
    void settle(int literal, boolean holds) {
        if (literal(literal) != Standing.OPEN) {
            return;
        }
        Bits.set(holds ? trueLiterals : falseLiterals, literal);
        int only = onlyClause[literal];
        if (!holds && only >= 0) {
            settleClause(only, false);
            return;
        }
        for (int clause : rules.clausesOf()[literal]) {
            if ((!holds || --missing[clause] == 0) && count(clause).settles(holds)) {
                settleClause(clause, holds);
            }
        }
    }

    private void settleClause(int clause, boolean holds) {
        if (clause(clause) == Standing.OPEN) {
            Bits.set(holds ? trueClauses : falseClauses, clause);
            settled++;
            if (trace != null) {
                trace.settled(clause, index);
            }
        }
    }
}
