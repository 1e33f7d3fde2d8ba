package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.CharacterClasses;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.automaton.pattern.Regex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nondeterministic automaton of one pattern, with counted quantifiers expanded: Thompson's construction (Thompson:
 * Regular expression search algorithm, CACM 11, 1968). It is built from the end, so that each part knows its target.
 * Node {@link #FOUND} means that the pattern is found.
 */
final class Nfa {
    static final int FOUND = 0;

    /** The condition to pass a node. Assertions have the names of {@link Regex.Assertion}. */
    enum Kind {
        /** None: the pattern is found. */
        FOUND,
        /** None: both ways are open. */
        SPLIT,
        /** One character of a set. */
        CHARACTERS,
        /** {@code ^} */
        START,
        /** {@code $} */
        END,
        /** {@code \b} */
        WORD_BOUNDARY,
        /** {@code \B} */
        NO_WORD_BOUNDARY
    }

    private final Budget budget;
    private final Map<CodePointSet, Integer> numbers = new HashMap<>();
    private final List<CodePointSet> sets = new ArrayList<>();
    private Kind[] kinds = new Kind[16];
    private int[] next = new int[16];
    private int[] other = new int[16];
    private int size;
    private boolean words;
    private int start;

    private Nfa(Budget budget) {
        this.budget = budget;
    }

    static Nfa of(Regex regex, Budget budget) {
        Nfa nfa = new Nfa(budget);
        nfa.start = nfa.compile(regex, nfa.add(Kind.FOUND, -1, -1));
        if (nfa.words) {
            nfa.number(CharacterClasses.WORD);
        }
        return nfa;
    }

    int size() {
        return size;
    }

    int start() {
        return start;
    }

    Kind kind(int node) {
        return kinds[node];
    }

    int next(int node) {
        return next[node];
    }

    /** Returns the second way of a split, or the number of the set of a node for characters. */
    int other(int node) {
        return other[node];
    }

    /** Returns the sets of the nodes, and that of word characters if there is a word boundary. */
    List<CodePointSet> sets() {
        return sets;
    }

    /** Returns the number of the set of word characters, or -1 without a word boundary. */
    int wordSet() {
        return words ? number(CharacterClasses.WORD) : -1;
    }

    /** Adds nodes that lead to a node. Returns the first of them. */
    private int compile(Regex regex, int to) {
        if (regex instanceof Regex.Characters characters) {
            return add(Kind.CHARACTERS, to, number(characters.set()));
        } else if (regex instanceof Regex.Assertion assertion) {
            words |= assertion == Regex.Assertion.WORD_BOUNDARY || assertion == Regex.Assertion.NO_WORD_BOUNDARY;
            return add(Kind.valueOf(assertion.name()), to, -1);
        } else if (regex instanceof Regex.Sequence sequence) {
            int at = to;
            for (int i = sequence.parts().size() - 1; i >= 0; i--) {
                at = compile(sequence.parts().get(i), at);
            }
            return at;
        } else if (regex instanceof Regex.Choice choice) {
            int at = compile(choice.options().get(choice.options().size() - 1), to);
            for (int i = choice.options().size() - 2; i >= 0; i--) {
                at = add(Kind.SPLIT, compile(choice.options().get(i), to), at);
            }
            return at;
        }
        return repeat((Regex.Repeat) regex, to);
    }

    /** Adds a repetition. Every copy counts as a part, also an empty one, so that the work is bounded too. */
    private int repeat(Regex.Repeat repeat, int to) {
        int at = to;
        int mandatory = repeat.min();
        if (repeat.max() == Regex.Repeat.UNBOUNDED) {
            int loop = add(Kind.SPLIT, -1, to);
            int body = compile(repeat.body(), loop);
            next[loop] = body; // Two lines, since the array may be replaced meanwhile.
            at = mandatory == 0 ? loop : body;
            mandatory = Math.max(mandatory - 1, 0);
        } else {
            for (int i = repeat.max(); i > mandatory; i--) {
                at = add(Kind.SPLIT, compile(repeat.body(), at), to);
            }
        }
        for (int i = 0; i < mandatory; i++) {
            budget.position();
            at = compile(repeat.body(), at);
        }
        return at;
    }

    private int number(CodePointSet set) {
        Integer known = numbers.putIfAbsent(set, sets.size());
        if (known == null) {
            sets.add(set);
            return sets.size() - 1;
        }
        return known;
    }

    private int add(Kind kind, int to, int with) {
        budget.position();
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, size * 2);
            next = Arrays.copyOf(next, size * 2);
            other = Arrays.copyOf(other, size * 2);
        }
        kinds[size] = kind;
        next[size] = to;
        other[size] = with;
        return size++;
    }
}
