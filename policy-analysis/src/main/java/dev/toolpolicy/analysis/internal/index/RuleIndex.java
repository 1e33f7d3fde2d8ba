package dev.toolpolicy.analysis.internal.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Constraint;
import dev.toolpolicy.internal.schema.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An index of the rules about one parameter, which returns the first rule that matches a value. Rules about the same
 * place are looked up together; places are visited in the order of their first rules, until no earlier rule is
 * possible. Add all rules before the first lookup. Not thread-safe.
 */
public final class RuleIndex {
    /** The result if no rule matches; greater than all rules. */
    public static final int NONE = ValueIndex.NONE;

    /** Places in the order of their first rules. */
    private final Map<List<Step>, Place> places = new LinkedHashMap<>();

    /** The rules about one place: those that need one matching value, and those that need all values to match. */
    private static final class Place {
        private final int lowest;
        private final Constraint lowestConstraint;
        private final ValueIndex any = new ValueIndex();
        private final ValueIndex all = new ValueIndex();
        private final List<Integer> allRules = new ArrayList<>();
        private final List<ValueSet> allSets = new ArrayList<>();

        Place(int lowest, Constraint lowestConstraint) {
            this.lowest = lowest;
            this.lowestConstraint = lowestConstraint;
        }

        void add(int rule, Constraint constraint) {
            ValueSet set = constraint.onlySet().orElseThrow();
            if (constraint.needsAll()) {
                all.add(rule, set);
                allRules.add(rule);
                allSets.add(set);
            } else {
                any.add(rule, set);
            }
        }

        int first(JsonNode value) {
            List<Object> found = new ArrayList<>();
            lowestConstraint.forEachValue(value, found::add);
            int first = NONE;
            for (Object each : found) {
                first = Math.min(first, any.first(each));
            }
            return allRules.isEmpty() || found.isEmpty() ? first : Math.min(first, firstOfAll(found, first));
        }

        /**
         * Returns the first rule that needs all values. It comes no earlier than the first that each of them matches,
         * and mostly is that one.
         */
        private int firstOfAll(List<Object> found, int below) {
            int from = 0;
            for (Object each : found) {
                from = Math.max(from, all.first(each));
            }
            int start = Collections.binarySearch(allRules, from);
            for (int i = start < 0 ? allRules.size() : start; i < allRules.size() && allRules.get(i) < below; i++) {
                if (found.stream().allMatch(allSets.get(i)::contains)) {
                    return allRules.get(i);
                }
            }
            return NONE;
        }
    }

    /**
     * Adds a rule.
     *
     * @param rule the rule's number, greater than those before
     * @param constraint the rule's constraint about the parameter, of one set of values
     */
    public void add(int rule, Constraint constraint) {
        places.computeIfAbsent(constraint.place().steps(), steps -> new Place(rule, constraint))
                .add(rule, constraint);
    }

    /**
     * Finds the first rule that matches.
     *
     * @param value a value of the parameter as rules see it; a missing node if it has none
     * @return the rule, or {@link #NONE}
     */
    public int first(JsonNode value) {
        int first = NONE;
        for (Place place : places.values()) {
            if (place.lowest >= first) {
                break;
            }
            first = Math.min(first, place.first(value));
        }
        return first;
    }
}
