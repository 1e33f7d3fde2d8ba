package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Dfa;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.match.Combination.Component;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A lookup of the languages that contain a text, for the texts of an analysis. Not thread-safe.
 *
 * <p>Where a text leads, most automata are where other texts led them: a thousand rules about folders all wait for a
 * slash, or have all begun with the same letters, but for the few that the text is about. So the states of all automata
 * are a <em>base</em>, of which there are few, and those of the automata that differ from it. What is behind a base is
 * found once for each character, and a step takes no longer than there are differences.
 */
public final class TextLookup {
    private static final int MOST_BASES = 64;
    /** The part of all automata that may differ from a base before there is another one. */
    private static final int SHARE = 32;

    private final List<Dfa> automata;
    private final Alphabet.Join join;
    private final List<Base> bases = new ArrayList<>();

    /** States of all automata, with the place behind each class of characters where it is known. */
    private record Base(
            int[] states, BitSet accepting, @Nullable Place[] behind) {}

    /** A base, and pairs of an automaton that differs from it and its state. */
    private record Place(Base base, int[] others) {}

    /**
     * Creates a lookup.
     *
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException if a pattern is not in the
     *     dialect
     * @throws dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException if a single pattern would
     *     exceed a limit
     */
    public TextLookup(List<? extends TextLanguage> languages, AutomatonLimits limits) {
        automata = IntStream.range(0, languages.size())
                .mapToObj(
                        each -> Component.of(each, languages.get(each), limits).dfa())
                .toList();
        join = Alphabet.join(automata.stream().map(Dfa::alphabet).toList(), Budget.unlimited());
        addBase(new int[automata.size()]);
    }

    /** Returns the numbers of the languages that contain a text. */
    public BitSet matching(String text) {
        Place at = new Place(bases.get(0), new int[0]);
        for (int c : WordDfa.characters(text).toArray()) {
            at = next(at, join.alphabet().classOf(c));
        }
        BitSet found = (BitSet) at.base.accepting.clone();
        for (int i = 0; i < at.others.length; i += 2) {
            found.set(at.others[i], automata.get(at.others[i]).accepts(at.others[i + 1]));
        }
        return found;
    }

    private Place next(Place from, int characterClass) {
        Place most = behind(from.base, characterClass);
        int[] before = from.others;
        int[] after = most.others;
        if (before.length == 0) {
            return most;
        }
        BitSet stepped = new BitSet();
        int[] others = new int[before.length + after.length];
        int size = 0;
        for (int i = 0; i < before.length; i += 2) {
            stepped.set(before[i]);
            others[size] = before[i];
            others[size + 1] = next(before[i], before[i + 1], characterClass);
            size += others[size + 1] == most.base.states[before[i]] ? 0 : 2;
        }
        for (int i = 0; i < after.length; i += 2) {
            others[size] = after[i];
            others[size + 1] = after[i + 1];
            size += stepped.get(after[i]) ? 0 : 2;
        }
        return new Place(most.base, Arrays.copyOf(others, size));
    }

    private int next(int automaton, int state, int characterClass) {
        return automata.get(automaton).next(state, join.classOf()[automaton][characterClass]);
    }

    private Place behind(Base base, int characterClass) {
        Place known = base.behind[characterClass];
        if (known == null) {
            int[] states = new int[base.states.length];
            Arrays.setAll(states, each -> next(each, base.states[each], characterClass));
            known = place(states);
            base.behind[characterClass] = known;
        }
        return known;
    }

    private Place place(int[] states) {
        Base nearest = bases.get(0);
        int least = Integer.MAX_VALUE;
        for (Base each : bases) {
            int differences = differences(each.states, states, least);
            if (differences < least) {
                nearest = each;
                least = differences;
            }
        }
        if (least > states.length / SHARE && bases.size() < MOST_BASES) {
            return new Place(addBase(states), new int[0]);
        }
        int[] same = nearest.states;
        IntStream others = IntStream.range(0, states.length).filter(i -> states[i] != same[i]);
        return new Place(
                nearest, others.flatMap(i -> IntStream.of(i, states[i])).toArray());
    }

    /** Returns the number of differences, at most a limit. */
    private static int differences(int[] one, int[] two, int limit) {
        int differences = 0;
        for (int i = 0; i < one.length && differences < limit; i++) {
            differences += one[i] == two[i] ? 0 : 1;
        }
        return differences;
    }

    private Base addBase(int[] states) {
        BitSet accepting = new BitSet();
        for (int i = 0; i < states.length; i++) {
            accepting.set(i, automata.get(i).accepts(states[i]));
        }
        Base base = new Base(states, accepting, new Place[join.alphabet().size()]);
        bases.add(base);
        return base;
    }
}
