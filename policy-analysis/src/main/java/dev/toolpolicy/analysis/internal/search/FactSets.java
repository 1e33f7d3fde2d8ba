package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The knowledge of a search about the sets of facts that values are compared with: its decisions, and the answers that constraints
 * about the facts themselves must have. Not thread-safe.
 */
final class FactSets {
    /** The sets of no facts. */
    static final FactSets NONE = new FactSets(
            RuleScope.of(ToolSchema.of(), PathReading.PLAIN),
            new Decisions(Map.of(), KnownFacts.NONE),
            (fact, sets) -> true);

    private final RuleScope scope;
    private final BiPredicate<ArgumentPointer, FactSets> mayHaveValues;
    private final KnownFacts known;
    private final Map<Slot, Assertions> assertions;
    private final Map<ArgumentPointer, Atom.Sets> limits = new HashMap<>();

    /**
     * Creates the sets.
     *
     * @param mayHaveValues whether a fact may have values at all
     */
    FactSets(RuleScope scope, Decisions decisions, BiPredicate<ArgumentPointer, FactSets> mayHaveValues) {
        this.scope = scope;
        this.mayHaveValues = mayHaveValues;
        this.known = decisions.known();
        this.assertions = decisions.assertions();
    }

    KnownFacts known() {
        return known;
    }

    /** Returns the group of the values that a fact certainly has, as far as a place of a type can have them. */
    Atom.Group inside(ArgumentPointer fact, ParameterType type) {
        KnownFacts.Members members = known.members(fact);
        boolean isSet = FlowFacts.isSet(fact.parameter());
        return Atom.Group.of(List.of(isSet ? members.of(type.kind()).inside() : members.inside()));
    }

    /** Returns whether it is decided that a fact has a value. */
    boolean isInside(ArgumentPointer fact, Object canonical) {
        return known.members(fact).in().containsKey(canonical);
    }

    /** Returns whether it is decided that a fact doesn't have a value. */
    boolean isOutside(ArgumentPointer fact, Object canonical) {
        return known.members(fact).out().containsKey(canonical);
    }

    /** Returns the assertions of the constraints about a fact. */
    Assertions assertions(String fact) {
        Slot slot = new Slot(true, fact);
        return assertions.getOrDefault(slot, new Assertions(slot));
    }

    Resolution.Resolved place(ArgumentPointer fact) {
        return Resolution.of(fact, scope.facts())
                .resolved()
                .orElseThrow(() -> new IllegalArgumentException("there is no fact \"" + fact + "\""));
    }

    /**
     * Returns the test that each value of a fact passes, as far as that is easy to tell.
     *
     * @param type the type of the place that is compared with it
     */
    Atom.Sets limit(ArgumentPointer fact, ParameterType type) {
        if (FlowFacts.isSet(fact.parameter())) {
            ValueSet outside = known.members(fact).of(type.kind()).outside();
            return Atom.Sets.of(
                    List.of(),
                    List.of(Atom.Group.of(List.of(outside))),
                    type,
                    scope.paths().form());
        }
        return limit(fact);
    }

    private Atom.Sets limit(ArgumentPointer fact) {
        Atom.Sets limit = limits.get(fact);
        if (limit == null) {
            limit = newLimit(fact);
            limits.put(fact, limit);
            if (!mayHaveValues.test(fact, this)) {
                limit = Atom.Sets.NOTHING;
                limits.put(fact, limit);
            }
        }
        return limit;
    }

    private Atom.Sets newLimit(ArgumentPointer fact) {
        NormalPath.Form form = scope.paths().form();
        Resolution.Resolved place = place(fact);
        List<ValueSet> in = new ArrayList<>();
        List<Atom.Group> out = new ArrayList<>();
        ParameterType type = place.type();
        if (!type.allowed().isEmpty()) {
            in.add(ValueSet.points(LeafSearch.texts(type.allowed()), type, form));
        }
        out.add(Atom.Group.of(List.of(known.members(fact).outside())));
        for (Goal.Assertion assertion : assertions(fact.parameter()).all()) {
            if (assertion.constraint().place().equals(place)
                    && assertion.constraint().comparedFacts().isEmpty()) {
                assertion.constraint().limit(assertion.truths(), this).ifPresent(test -> {
                    in.addAll(test.in());
                    out.addAll(test.out());
                });
            }
        }
        return Atom.Sets.of(in, out, type, form);
    }
}
