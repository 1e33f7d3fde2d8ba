package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.ValueConstraints.Choice;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A search for states of one parameter or fact for which constraints have certain answers. It caches what it finds out,
 * since questions about one list differ little. Not thread-safe.
 *
 * <p>A state of a parameter is a value, or a missing node if a call lacks it. A state of a fact is a value, null if it
 * is known to have none, or a missing node if it isn't known.
 */
final class SlotSearch {
    /** Budget for comparing texts: far below a second for a question, some seconds for all of a list. */
    private static final int STEPS = 1_000_000;

    private static final long STEPS_OF_ALL = 30_000_000;

    /** Budget for a text that needn't be the simplest: enough to write down what patterns ask for. */
    private static final int FEW_STEPS = 20_000;

    private static final long FEW_STEPS_OF_ALL = 3_000_000;

    private final RuleScope scope;
    private final ValueSearch values;
    private final Map<List<Object>, Optional<List<JsonNode>>> known = new HashMap<>();

    /**
     * Creates a search.
     *
     * @param simplest true for the simplest states, false if any will do
     */
    SlotSearch(RuleScope scope, boolean simplest) {
        this.scope = scope;
        Optional<TextSearch> any =
                simplest ? Optional.empty() : Optional.of(new TextSearch(FEW_STEPS, FEW_STEPS_OF_ALL));
        this.values = new ValueSearch(new LeafSearch(
                new TextSearch(STEPS, STEPS_OF_ALL), any, scope.paths().form()));
    }

    /** Finds a state. Returns one if there is one, and empty if the search can't tell within its budget. */
    Optional<List<JsonNode>> states(Assertions assertions, FactSets facts) {
        if (assertions.contradict()) {
            return Optional.of(List.of());
        }
        List<Object> key = key(assertions, facts);
        Optional<List<JsonNode>> states = known.get(key);
        if (states == null) {
            states = states(() -> assertions.slot().fact()
                    ? ofFact(assertions, facts)
                    : found(declared(assertions.slot()), constraints(assertions, facts)));
            known.put(key, states);
        }
        return states;
    }

    /** Returns everything that the states depend on. */
    private static List<Object> key(Assertions assertions, FactSets facts) {
        List<Object> key = new ArrayList<>(List.of(assertions.slot(), assertions.key()));
        Set<String> compared = new TreeSet<>();
        addCompared(assertions, facts, compared);
        compared.forEach(fact -> key.add(
                List.of(fact, facts.known().key(fact), facts.assertions(fact).key())));
        if (assertions.slot().fact()) {
            key.add(facts.known().key(assertions.slot().name()));
        }
        return key;
    }

    /** Adds the facts whose values some constraints compare with, those that these facts are compared with, and so on. */
    private static void addCompared(Assertions assertions, FactSets facts, Set<String> compared) {
        for (ArgumentPointer fact : assertions.comparedFacts()) {
            if (compared.add(fact.parameter())) {
                addCompared(facts.assertions(fact.parameter()), facts, compared);
            }
        }
    }

    private List<JsonNode> ofFact(Assertions assertions, FactSets facts) {
        String name = assertions.slot().name();
        if (FlowFacts.isSet(name)) {
            ArrayNode values = JsonNodeFactory.instance.arrayNode();
            facts.known()
                    .membersOf(name)
                    .values()
                    .forEach(members -> values.addAll(members.in().values()));
            return List.of(values);
        }
        boolean mayBeUnsaid = !FlowFacts.isHidden(name)
                && assertions.all().stream()
                        .allMatch(assertion -> assertion.truths().allowsUnknown())
                && facts.known().membersOf(name).values().stream()
                        .allMatch(members -> members.in().isEmpty());
        if (!facts.known().isSaid(name).orElse(false)) {
            if (mayBeUnsaid) {
                return List.of(MissingNode.getInstance());
            } else if (facts.known().isUnsaid(name)) {
                return List.of();
            }
        }
        return found(declared(assertions.slot()), constraints(assertions, facts)).stream()
                .map(state -> state.isMissingNode() ? NullNode.getInstance() : state)
                .toList();
    }

    private List<JsonNode> found(Parameter parameter, ValueConstraints constraints) {
        List<JsonNode> states = values.states(parameter, constraints, 1);
        if (!states.stream().allMatch(state -> Completion.isPossible(parameter, state))) {
            throw new UndecidedException();
        }
        return states;
    }

    FactSets facts(Decisions decisions) {
        return new FactSets(scope, decisions, this::mayHaveValues);
    }

    /** Returns whether a fact may have values, unless that can't be told within the budget. */
    private boolean mayHaveValues(ArgumentPointer fact, FactSets facts) {
        Assertions assertions = facts.assertions(fact.parameter());
        List<Object> key = key(assertions, facts);
        key.add(fact);
        Optional<List<JsonNode>> states = known.get(key);
        if (states == null) {
            Resolution.Resolved place = facts.place(fact);
            Literal any = new Literal(place.steps(), test(place, List.of(), List.of()));
            ValueConstraints all =
                    constraints(assertions, facts).and(new ValueConstraints(List.of(), List.of(any.rest()), List.of()));
            states = states(() -> values.states(declared(assertions.slot()), all, 1));
            known.put(key, states);
        }
        return states.isEmpty() || !states.get().isEmpty();
    }

    private Optional<List<JsonNode>> states(Supplier<List<JsonNode>> search) {
        try {
            values.begin();
            return Optional.of(search.get());
        } catch (UndecidedException e) {
            return Optional.empty();
        }
    }

    /** Returns a parameter, or a fact, for which no default is filled in. */
    private Parameter declared(Slot slot) {
        if (!slot.fact()) {
            return scope.parameters().parameter(slot.name()).orElseThrow();
        }
        if (FlowFacts.isHidden(slot.name())) {
            return Parameter.required(slot.name(), ParameterType.bool());
        }
        Parameter fact = scope.facts().parameter(slot.name()).orElseThrow();
        return fact.isRequired() ? fact : Parameter.optional(fact.name(), fact.type());
    }

    private ValueConstraints constraints(Assertions assertions, FactSets facts) {
        ValueConstraints all = new ValueConstraints(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<List<Step>, Choice> choices = new LinkedHashMap<>();
        for (Assertion assertion : assertions.all()) {
            add(assertion.constraint().constraints(assertion.truths(), facts), all, choices);
        }
        if (assertions.slot().fact()) {
            facts.known()
                    .membersOf(assertions.slot().name())
                    .forEach((fact, members) -> add(members(facts.place(fact), members), all, choices));
        }
        return new ValueConstraints(all.every(), all.some(), List.copyOf(choices.values()));
    }

    private static void add(ValueConstraints constraints, ValueConstraints all, Map<List<Step>, Choice> choices) {
        constraints.every().forEach(literal -> all.every().add(literal.rest()));
        constraints.some().forEach(literal -> all.some().add(literal.rest()));
        for (Choice choice : constraints.choices()) {
            Choice rest = choice.rest();
            choices.computeIfAbsent(rest.steps(), steps -> new Choice(steps, new ArrayList<>()))
                    .some()
                    .addAll(rest.some());
        }
    }

    /** Returns the constraints that a fact has the values that it must have, and none that it must not have. */
    private ValueConstraints members(Resolution.Resolved place, KnownFacts.Members members) {
        List<Literal> some = new ArrayList<>();
        members.in().forEach((value, written) -> {
            KnownFacts.Members one = KnownFacts.Members.NONE.with(value, written, true);
            some.add(new Literal(place.steps(), test(place, List.of(one.inside()), List.of())));
        });
        Literal outside =
                new Literal(place.steps(), test(place, List.of(), List.of(Atom.Group.of(List.of(members.outside())))));
        return new ValueConstraints(List.of(outside), some, List.of());
    }

    private Atom test(Resolution.Resolved place, List<ValueSet> in, List<Atom.Group> out) {
        return Atom.Sets.of(in, out, place.type(), scope.paths().form());
    }
}
