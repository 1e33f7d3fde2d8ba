package dev.toolpolicy.analysis.internal.index;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.TextLookup;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.number.NumberRange.Cut;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An index of sets of values by rule number, which returns the first rule whose set contains a value. The time of a
 * lookup does not grow with the number of sets. Add all sets before the first lookup. Not thread-safe.
 */
final class ValueIndex {
    /** The result if no rule matches; greater than all rules. */
    static final int NONE = Integer.MAX_VALUE;

    private final Map<Object, Integer> points = new HashMap<>();
    /** Ends of the numbers that satisfy a bound; only bounds that match numbers which no earlier one does. */
    private final TreeMap<Cut, Integer> lower = new TreeMap<>();

    private final TreeMap<Cut, Integer> upper = new TreeMap<>();
    private final List<TextLanguage> languages = new ArrayList<>();
    private final List<Integer> ranks = new ArrayList<>();
    private @Nullable TextLookup texts;

    /**
     * Adds a set.
     *
     * @param rule the rule's number, greater than those before
     * @param set the values that the rule matches
     */
    @SuppressWarnings("NullAway") // it does not follow a visitor's nullable type argument
    void add(int rule, ValueSet set) {
        set.accept(new ValueSet.Visitor<@Nullable Void>() {
            @Override
            public @Nullable Void points(ValueSet.Points some) {
                some.values().keySet().forEach(value -> points.putIfAbsent(value, rule));
                return null;
            }

            @Override
            public @Nullable Void bounded(ValueSet.Bounded bounded) {
                add(rule, bounded);
                return null;
            }

            @Override
            public @Nullable Void pathsUnder(ValueSet.PathsUnder under) {
                add(rule, under.texts());
                return null;
            }

            @Override
            public @Nullable Void textsFrom(ValueSet.TextsFrom from) {
                add(rule, from.texts());
                return null;
            }

            @Override
            public @Nullable Void matching(ValueSet.Matching matching) {
                add(rule, matching.texts());
                return null;
            }
        });
    }

    private void add(int rule, TextLanguage language) {
        languages.add(language);
        ranks.add(rule);
    }

    /**
     * Adds a bound unless an earlier one matches all its numbers, so that the nearest cut is that of the first rule.
     */
    private void add(int rule, ValueSet.Bounded bounded) {
        ExactNumber limit = bounded.limit();
        switch (bounded.bound()) {
            case MINIMUM -> addLower(rule, new Cut(limit, false));
            case EXCLUSIVE_MINIMUM -> addLower(rule, new Cut(limit, true));
            case MAXIMUM -> addUpper(rule, new Cut(limit, true));
            case EXCLUSIVE_MAXIMUM -> addUpper(rule, new Cut(limit, false));
        }
    }

    private void addLower(int rule, Cut cut) {
        if (lower.floorKey(cut) == null) {
            lower.put(cut, rule);
        }
    }

    private void addUpper(int rule, Cut cut) {
        if (upper.ceilingKey(cut) == null) {
            upper.put(cut, rule);
        }
    }

    /**
     * Finds the first rule whose set contains a value.
     *
     * @param value the value in its canonical form
     * @return the rule, or {@link #NONE}
     */
    int first(Object value) {
        int first = points.getOrDefault(value, NONE);
        if (value instanceof ExactNumber number) {
            return Math.min(first, firstBound(number));
        }
        return value instanceof String || value instanceof NormalPath ? firstText(value.toString(), first) : first;
    }

    private int firstBound(ExactNumber number) {
        Map.Entry<Cut, Integer> from = lower.floorEntry(new Cut(number, false));
        Map.Entry<Cut, Integer> to = upper.ceilingEntry(new Cut(number, true));
        return Math.min(from == null ? NONE : from.getValue(), to == null ? NONE : to.getValue());
    }

    private int firstText(String text, int below) {
        if (languages.isEmpty()) {
            return below;
        }
        TextLookup made = texts;
        if (made == null) {
            made = new TextLookup(languages, AutomatonLimits.DEFAULT);
            texts = made;
        }
        int first = made.matching(text).nextSetBit(0);
        return first < 0 ? below : Math.min(below, ranks.get(first));
    }
}
