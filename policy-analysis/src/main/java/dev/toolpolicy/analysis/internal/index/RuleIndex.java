package dev.toolpolicy.analysis.internal.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.search.Constraint;
import dev.toolpolicy.internal.schema.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An index of the rules about one parameter, which returns the first rule that matches a value. Rules about the same
 * place are looked up together. Add all rules before the first lookup. Not thread-safe.
 */
public final class RuleIndex {
    /** The result if no rule matches; greater than all rules. */
    public static final int NONE = Integer.MAX_VALUE;

    private final Map<List<Step>, Place> places = new LinkedHashMap<>();

    /** The rules about the place of a constraint: those that need one matching value, and those that need all to match. */
    private record Place(Constraint constraint, ValueIndex any, ValueIndex all) {
        void find(JsonNode value, BitSet found) {
            List<BitSet> every = new ArrayList<>();
            constraint.forEachValue(value, each -> {
                found.or(any.rules(each));
                every.add(all.rules(each));
            });
            every.stream()
                    .reduce((one, other) -> {
                        one.and(other);
                        return one;
                    })
                    .ifPresent(found::or);
        }
    }

    /**
     * Adds a rule.
     *
     * @param constraint the rule's constraint about the parameter, of one set of values
     */
    public void add(int rule, Constraint constraint) {
        Place place = places.computeIfAbsent(
                constraint.place().steps(), steps -> new Place(constraint, new ValueIndex(), new ValueIndex()));
        (constraint.needsAll() ? place.all : place.any)
                .add(rule, constraint.onlySet().orElseThrow());
    }

    /**
     * Finds the first rule that matches.
     *
     * @param value a value of the parameter as rules see it; a missing node if it has none
     * @return the rule, or {@link #NONE}
     */
    public int first(JsonNode value) {
        BitSet found = new BitSet();
        places.values().forEach(place -> place.find(value, found));
        int first = found.nextSetBit(0);
        return first < 0 ? NONE : first;
    }
}
