package dev.toolpolicy.analysis.internal.index;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.match.TextLookup;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.number.NumberLine;
import dev.toolpolicy.analysis.internal.number.NumberRange;
import dev.toolpolicy.analysis.internal.number.NumberRange.Cut;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An index of sets of values at one place, each of a rule, which returns the rules whose sets contain a value. The time
 * of a lookup hardly grows with the number of sets. Add all sets before the first lookup. Not thread-safe.
 */
final class ValueIndex {
    private final Map<Object, BitSet> points = new HashMap<>();
    /** The ends of the numbers that satisfy a bound. */
    private final TreeMap<Cut, BitSet> lower = new TreeMap<>();

    private final TreeMap<Cut, BitSet> upper = new TreeMap<>();
    private final Map<TextLanguage, BitSet> texts = new IdentityHashMap<>();
    /** The languages of the texts in some order, and the rules of each, from the first lookup on. */
    private @Nullable TextLookup lookup;

    private List<BitSet> byText = List.of();

    /** Adds a set of a rule. Returns false, and adds nothing, if its texts have no table. */
    boolean add(int rule, ValueSet set) {
        if (set instanceof ValueSet.Bounded bounded) {
            NumberRange range = new NumberLine.Dense().range(bounded);
            Optional.ofNullable(range.from()).ifPresent(from -> add(rule, from, lower));
            Optional.ofNullable(range.to()).ifPresent(to -> add(rule, to, upper));
            return true;
        }
        Set<Object> listed = set.listed();
        listed.forEach(value -> add(rule, value, points));
        List<? extends TextLanguage> languages = listed.isEmpty() ? set.texts().united() : List.of();
        languages.forEach(language -> add(rule, language, texts));
        return !listed.isEmpty() || !languages.isEmpty();
    }

    private static <K> void add(int rule, K key, Map<K, BitSet> rules) {
        rules.computeIfAbsent(key, each -> new BitSet()).set(rule);
    }

    /**
     * Finds the rules whose sets contain a value, or may contain it.
     *
     * @param value the value in its canonical form
     */
    BitSet rules(Object value) {
        BitSet found = (BitSet) points.getOrDefault(value, new BitSet()).clone();
        if (value instanceof ExactNumber number) {
            lower.headMap(new Cut(number, false), true).values().forEach(found::or);
            upper.tailMap(new Cut(number, true), true).values().forEach(found::or);
        } else if (!texts.isEmpty() && (value instanceof String || value instanceof NormalPath)) {
            lookup().matching(value.toString()).stream().forEach(each -> found.or(byText.get(each)));
        } else if (value instanceof List) {
            texts.values().forEach(found::or); // an argument vector may be one of their texts
        }
        return found;
    }

    private TextLookup lookup() {
        TextLookup made = lookup;
        if (made == null) {
            made = new TextLookup(List.copyOf(texts.keySet()), AutomatonLimits.DEFAULT);
            lookup = made;
            byText = List.copyOf(texts.values());
        }
        return made;
    }
}
