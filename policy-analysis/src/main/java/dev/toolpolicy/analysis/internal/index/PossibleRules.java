package dev.toolpolicy.analysis.internal.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Constraint;
import dev.toolpolicy.internal.schema.Step;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An index of rules by the values that one of their conditions needs, which returns the few rules that may match a call.
 * The others provably don't. Add all rules before the first lookup. Not thread-safe.
 */
public final class PossibleRules {
    /** The rules of which nothing is known. */
    private final BitSet always = new BitSet();

    private final Map<List<Step>, Place> places = new LinkedHashMap<>();

    /** The sets that rules need a value of, at the place of a constraint. */
    private record Place(Constraint constraint, ValueIndex needed) {}

    /**
     * Adds a rule.
     *
     * @param all its constraints, all of which hold if it matches
     */
    public void add(int rule, List<Constraint> all) {
        for (Constraint constraint : all) {
            Optional<ValueSet> needed = constraint.needed();
            if (needed.isPresent()
                    && places.computeIfAbsent(
                                    constraint.place().steps(), steps -> new Place(constraint, new ValueIndex()))
                            .needed
                            .add(rule, needed.get())) {
                return;
            }
        }
        always.set(rule);
    }

    /** Returns the rules that may match some arguments or be unanswered. */
    public BitSet of(JsonNode arguments) {
        BitSet found = (BitSet) always.clone();
        for (Place place : places.values()) {
            place.constraint.forEachValue(
                    arguments.path(place.constraint.parameter()), value -> found.or(place.needed.rules(value)));
        }
        return found;
    }
}
