package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge of each literal and clause of a list for one call, as sets of bits. Each is settled once; literals about
 * an element begin again with the next. Not thread-safe.
 */
final class ClauseProgress {
    private final Clauses rules;
    private final FactBinding facts;
    private final int[] bits;
    private final @Nullable Trace trace;
    /** The bits of the clauses and literals that are known to be true. */
    private final long[] affirmed;
    /** The bits of those that are known to be false. */
    private final long[] refuted;
    /** By clause, how many of its literals aren't known to be true; in the element that is open. */
    private int[] missing;
    /** True while the numbers of missing literals are those before a call, which other calls use, too. */
    private boolean isShared;
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
        bits = rules.bits();
        trace = null;
        affirmed = Bits.of(rules.all().size() + bits.length);
        refuted = affirmed.clone();
        reached = Bits.of(bits.length);
        met = Bits.of(rules.demanding().length);
        seen = Bits.of(rules.all().size());
        missing = new int[rules.all().size()];
        for (int i = 0; i < missing.length; i++) {
            Clause clause = rules.all().get(i);
            missing[i] = clause.literals().length;
            if (clause.known() != Standing.OPEN) {
                know(i, clause.known() == Standing.TRUE);
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
        bits = first.bits;
        affirmed = first.affirmed.clone();
        refuted = first.refuted.clone();
        missing = first.missing;
        isShared = true;
        reached = first.reached.clone();
        met = first.met.clone();
        seen = first.seen.clone();
    }

    /** Settles the clauses of a literal that is false for all arguments. */
    private void refute(int literal) {
        Bits.set(refuted, bits[literal]);
        for (int clause : rules.clausesOf()[literal]) {
            know(clause, false);
        }
    }

    /** Settles the clauses of a literal that is true for all arguments, unless they are about elements. */
    private void affirm(int literal) {
        Bits.set(affirmed, bits[literal]);
        for (int clause : rules.clausesOf()[literal]) {
            if (--missing[clause] == 0 && rules.all().get(clause).element() == null) {
                know(clause, true);
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
        return Bits.standing(affirmed, refuted, clause);
    }

    Standing literal(int literal) {
        return Bits.standing(affirmed, refuted, bits[literal]);
    }

    /** Returns the first clause from an index on that isn't known to be false; the number of clauses if there is none. */
    int firstPossible(int from) {
        return Bits.firstClear(refuted, from, missing.length);
    }

    /** Begins an element of the clauses about elements there. */
    void element(int[] about) {
        ownMissing();
        for (int clause : about) {
            Bits.set(seen, clause);
            missing[clause] = 0;
            for (int literal : rules.all().get(clause).literals()) {
                Standing known = facts.literal(literal);
                Bits.set(affirmed, bits[literal], known == Standing.TRUE);
                Bits.set(refuted, bits[literal], known == Standing.FALSE);
                Bits.set(reached, literal, false);
                missing[clause] += known == Standing.TRUE ? 0 : 1;
            }
            if (missing[clause] == 0 && count(clause).settles(true)) {
                know(clause, true);
            }
        }
    }

    /** Makes the numbers of missing literals those of this call. */
    private void ownMissing() {
        if (isShared) {
            missing = missing.clone();
            isShared = false;
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
            know(word, ended[word] & rules.refutable()[word], false);
            long open = ended[word] & ~(affirmed[word] | refuted[word]);
            for (; open != 0; open &= open - 1) {
                int literal = rules.literal(Bits.first(word, open));
                Literal one = rules.literals().get(literal);
                settle(literal, one.absent() || one.count() == Count.ALL && Bits.has(reached, literal));
            }
        }
    }

    /** Records that clauses get no more elements. */
    void exhaustClauses(int[] ended) {
        for (int clause : ended) {
            know(clause, count(clause) == Count.ALL && Bits.has(seen, clause));
        }
    }

    /** Settles a literal, if it is open. */
    void settle(int literal, boolean holds) {
        int bit = bits[literal];
        if (bit < missing.length) {
            know(bit, holds);
        } else if (literal(literal) == Standing.OPEN) {
            Bits.set(holds ? affirmed : refuted, bit);
            ownMissing();
            for (int clause : rules.clausesOf()[literal]) {
                if ((!holds || --missing[clause] == 0) && count(clause).settles(holds)) {
                    know(clause, holds);
                }
            }
        }
    }

    private void know(int clause, boolean holds) {
        know(clause / Long.SIZE, 1L << clause, holds);
    }

    /** Records that clauses are true, or that they are false. They are bits of a word; known ones stay as they are. */
    void know(int word, long clauses, boolean holds) {
        long open = clauses & ~(affirmed[word] | refuted[word]);
        (holds ? affirmed : refuted)[word] |= open;
        settled += Long.bitCount(open);
        if (trace != null) {
            for (; open != 0; open &= open - 1) {
                trace.settled(Bits.first(word, open), index);
            }
        }
    }
}
