package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ConditionSets;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.ValueConstraints.Choice;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The constraint of a rule about one parameter or fact: one of its conditions, or all of them if they are about the elements
 * of an array. Constraints are compared by identity.
 */
public final class Constraint {
    private final int number;
    private final boolean inBothForms;
    private final Slot slot;
    private final Resolution.Resolved place;
    private final boolean all;
    private final boolean each;
    private final List<Part> parts;
    private final RuleEvaluator evaluator;
    private final NormalPath.Form form;

    /**
     * One condition.
     *
     * @param place the place of its values, from an element if the rule is about elements
     */
    private record Part(Condition condition, Resolution.Resolved place, boolean all, ConditionSets sets) {}

    /**
     * Creates a constraint.
     *
     * @param rule a rule with one condition, or with conditions about elements
     */
    Constraint(int number, RuleSpec rule, boolean inBothForms, RuleScope scope) {
        this.number = number;
        this.inBothForms = inBothForms;
        this.form = scope.paths().form();
        this.parts = rule.conditions().stream()
                .map(condition -> part(rule, condition, scope))
                .toList();
        Part first = parts.get(0);
        this.each = rule.each().isPresent();
        this.place = rule.each().map(scope::elements).orElse(first.place);
        this.all = rule.each().map(of -> of.match() == Match.ALL).orElse(first.all);
        this.slot = new Slot(
                first.condition.isOnFact(), ((Step.Property) place.steps().get(0)).name());
        this.evaluator = new RuleEvaluator(scope, List.of(rule));
    }

    private static Part part(RuleSpec rule, Condition condition, RuleScope scope) {
        Resolution.Resolved place = scope.place(rule, condition);
        return new Part(
                condition,
                place,
                RuleScope.quantifier(condition, rule.mode()) == Match.ALL && place.throughArray(),
                ConditionSets.of(condition, place.type(), scope.paths().form(), rule.mode()));
    }

    /** Returns the constraint's number in its search. */
    int number() {
        return number;
    }

    /** Returns the parameter or fact of the constraint. */
    Slot slot() {
        return slot;
    }

    /** Returns the parameter or fact of the constraint. */
    public String parameter() {
        return slot.name();
    }

    /** Returns whether it is about a fact. */
    public boolean isOnFact() {
        return slot.fact();
    }

    /** Returns whether it is about an argument without comparing it with a fact. */
    public boolean isOnArgument() {
        return !slot.fact() && comparedFacts().isEmpty();
    }

    /** Returns the place of the values, or of the elements. */
    public Resolution.Resolved place() {
        return place;
    }

    /** Returns the facts whose values it compares with. */
    Set<ArgumentPointer> comparedFacts() {
        Set<ArgumentPointer> facts = new LinkedHashSet<>();
        parts.forEach(part -> facts.addAll(part.sets.allFacts()));
        return facts;
    }

    /** Returns whether it is about single values of an argument, all of which can be read, and has one set of them. */
    public boolean hasOneSet() {
        Part only = parts.get(0);
        boolean simple = !slot.fact() && !each && !only.condition.matchesAbsent();
        return simple && only.sets.isTwoValued() && only.sets.holding().size() == 1;
    }

    /**
     * Returns a set that contains a value of every call for which the constraint isn't false; empty if it has none that is
     * easy to tell.
     */
    public Optional<ValueSet> needed() {
        Part only = parts.get(0);
        boolean simple = !slot.fact() && !each && !only.condition.matchesAbsent();
        return simple ? only.sets.possible().stream().findFirst() : Optional.empty();
    }

    /** Returns whether some calls leave it unanswered, as far as that is easy to tell. */
    public boolean mayBeUnanswered() {
        return slot.fact() && !FlowFacts.isHidden(slot.name())
                || parts.stream().anyMatch(part -> part.sets.mayBeUnanswered());
    }

    /** Returns whether a path satisfies it only with both its text and the target of its links. */
    boolean isInBothForms() {
        return inBothForms && isAboutPaths();
    }

    /** Returns whether it looks at paths of the arguments. */
    boolean isAboutPaths() {
        return !slot.fact() && parts.stream().anyMatch(part -> part.place.type().kind() == ParameterType.Kind.PATH);
    }

    /** Returns whether it is about the elements of an array as wholes. */
    boolean isAboutElements() {
        return each;
    }

    /**
     * Returns whether the constraint is true of a call.
     *
     * @param arguments the arguments with their defaults
     * @param facts the known facts
     */
    Truth truth(JsonNode arguments, JsonNode facts) {
        return evaluator.holds(0, arguments, facts);
    }

    /** Passes the values at the place in canonical form to a consumer, given the state of the parameter. */
    public void forEachValue(JsonNode state, Consumer<Object> consumer) {
        List<Step> steps = place.steps().subList(1, place.steps().size());
        Step.walk(state, steps, value -> consumer.accept(ValueSet.canonical(value, place.type(), form)));
    }

    /** A value that is compared with those of a fact, in its canonical form and as it is written. */
    record Compared(Object canonical, JsonNode written) {}

    /** Returns the values that are compared with those of a fact. */
    List<Compared> compared(ArgumentPointer fact, JsonNode root) {
        List<Compared> values = new ArrayList<>();
        for (Part part : parts) {
            if (part.sets.allFacts().contains(fact)) {
                List<Step> steps = new ArrayList<>(each ? place.steps() : List.of());
                steps.addAll(part.place.steps());
                Step.walk(
                        root,
                        steps,
                        value -> values.add(new Compared(ValueSet.canonical(value, part.place.type(), form), value)));
            }
        }
        return values;
    }

    /**
     * Returns what the values of the parameter must satisfy so that the constraint has an answer.
     *
     * @param facts the sets of facts
     */
    ValueConstraints constraints(TruthSet truths, FactSets facts) {
        return each
                ? quantified(truths, place.steps(), all, elements(truths, facts))
                : constraints(parts.get(0), truths, facts);
    }

    private Atom elements(TruthSet truths, FactSets facts) {
        if (!truths.isWithin()) {
            return new Atom.Meets(
                    parts.stream().map(part -> constraints(part, truths, facts)).toList());
        }
        ValueConstraints together = ValueConstraints.NOTHING;
        for (Part part : parts) {
            together = together.and(constraints(part, truths, facts));
        }
        return new Atom.Meets(List.of(together));
    }

    private ValueConstraints constraints(Part part, TruthSet truths, FactSets facts) {
        Atom test = test(part, truths, facts);
        return part.condition.matchesAbsent()
                ? orAbsent(truths, part.place.steps(), test)
                : quantified(truths, part.place.steps(), part.all, test);
    }

    /**
     * Returns the constraints of a condition that needs no value. An element that lacks the member fails it, which none of them
     * says: where there may be one, more calls are looked at than have the answer.
     */
    private static ValueConstraints orAbsent(TruthSet truths, List<Step> steps, Atom test) {
        Literal literal = new Literal(steps, test);
        if (truths.isWithin()) {
            return new ValueConstraints(List.of(literal), List.of(), List.of());
        }
        int array = steps.lastIndexOf(new Step.Elements());
        return array < 0 || array == steps.size() - 1
                ? new ValueConstraints(List.of(), List.of(literal), List.of())
                : new ValueConstraints(List.of(), List.of(), List.of(new Choice(steps, List.of(literal))));
    }

    private static ValueConstraints quantified(TruthSet truths, List<Step> steps, boolean all, Atom test) {
        Literal literal = new Literal(steps, test);
        if (truths.isWithin()) {
            return new ValueConstraints(all ? List.of(literal) : List.of(), List.of(literal), List.of());
        }
        return all
                ? new ValueConstraints(List.of(), List.of(), List.of(new Choice(steps, List.of(literal))))
                : new ValueConstraints(List.of(literal), List.of(), List.of());
    }

    private Atom.Sets test(Part part, TruthSet truths, FactSets known) {
        boolean answered = truths == TruthSet.TRUE || truths == TruthSet.NOT_TRUE;
        List<ValueSet> sets = answered ? part.sets.holding() : part.sets.possible();
        Set<Set<ArgumentPointer>> compared = new LinkedHashSet<>(part.sets.facts());
        compared.removeIf(group -> group.stream().noneMatch(fact -> matters(fact, truths, known.known())));
        boolean isUnsaid =
                part.sets.allFacts().stream().anyMatch(fact -> known.known().isUnsaid(fact.parameter()));
        ParameterType type = part.place.type();
        if (isUnsaid && answered) {
            return truths == TruthSet.TRUE ? Atom.Sets.NOTHING : Atom.Sets.of(List.of(), List.of(), type, form);
        }
        return truths.isWithin()
                ? new Atom.Sets(sets, compared, List.of(), known, type, form)
                : new Atom.Sets(List.of(), Set.of(), List.of(new Atom.Group(sets, compared)), known, type, form);
    }

    /** Returns whether the values of a fact matter for the answer, as far as it is decided whether it is known. */
    private static boolean matters(ArgumentPointer fact, TruthSet truths, KnownFacts known) {
        return truths == TruthSet.NOT_FALSE
                ? known.isSaid(fact.parameter()).orElse(false)
                : !known.isUnsaid(fact.parameter());
    }

    /**
     * Returns the test that each value at the place must pass so that the constraint has an answer; empty if it doesn't need
     * that of each.
     */
    Optional<Atom.Sets> limit(TruthSet truths, FactSets facts) {
        return each || truths.isWithin() != all ? Optional.empty() : Optional.of(test(parts.get(0), truths, facts));
    }

    /**
     * A parameter of the tool, or a declared fact.
     *
     * @param fact whether it is a fact
     * @param name the name
     */
    record Slot(boolean fact, String name) {}
}
