package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Claim.Slot;
import dev.toolpolicy.analysis.internal.search.Claims.Choice;
import dev.toolpolicy.analysis.internal.search.Goal.Must;
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
 * A search for states of one parameter or fact for which claims have certain answers. It caches what it finds out,
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
    Optional<List<JsonNode>> states(Musts musts, FactSets facts) {
        if (musts.contradict()) {
            return Optional.of(List.of());
        }
        List<Object> key = key(musts, facts);
        Optional<List<JsonNode>> states = known.get(key);
        if (states == null) {
            states = states(() ->
                    musts.slot().fact() ? ofFact(musts, facts) : found(declared(musts.slot()), claims(musts, facts)));
            known.put(key, states);
        }
        return states;
    }

    /** Returns everything that the states depend on. */
    private static List<Object> key(Musts musts, FactSets facts) {
        List<Object> key = new ArrayList<>(List.of(musts.slot(), musts.key()));
        Set<String> compared = new TreeSet<>();
        addCompared(musts, facts, compared);
        compared.forEach(fact ->
                key.add(List.of(fact, facts.known().key(fact), facts.musts(fact).key())));
        if (musts.slot().fact()) {
            key.add(facts.known().key(musts.slot().name()));
        }
        return key;
    }

    /** Adds the facts whose values some claims compare with, those that these facts are compared with, and so on. */
    private static void addCompared(Musts musts, FactSets facts, Set<String> compared) {
        for (ArgumentPointer fact : musts.comparedFacts()) {
            if (compared.add(fact.parameter())) {
                addCompared(facts.musts(fact.parameter()), facts, compared);
            }
        }
    }

    private List<JsonNode> ofFact(Musts musts, FactSets facts) {
        String name = musts.slot().name();
        if (FlowFacts.isSet(name)) {
            ArrayNode values = JsonNodeFactory.instance.arrayNode();
            facts.known()
                    .membersOf(name)
                    .values()
                    .forEach(members -> values.addAll(members.in().values()));
            return List.of(values);
        }
        boolean mayBeUnsaid = !FlowFacts.isHidden(name)
                && musts.all().stream().allMatch(must -> must.need().allowsUnknown())
                && facts.known().membersOf(name).values().stream()
                        .allMatch(members -> members.in().isEmpty());
        if (!facts.known().isSaid(name).orElse(false)) {
            if (mayBeUnsaid) {
                return List.of(MissingNode.getInstance());
            } else if (facts.known().isUnsaid(name)) {
                return List.of();
            }
        }
        return found(declared(musts.slot()), claims(musts, facts)).stream()
                .map(state -> state.isMissingNode() ? NullNode.getInstance() : state)
                .toList();
    }

    private List<JsonNode> found(Parameter parameter, Claims claims) {
        List<JsonNode> states = values.states(parameter, claims, 1);
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
        Musts musts = facts.musts(fact.parameter());
        List<Object> key = key(musts, facts);
        key.add(fact);
        Optional<List<JsonNode>> states = known.get(key);
        if (states == null) {
            Resolution.Resolved place = facts.place(fact);
            Literal any = new Literal(place.steps(), test(place, List.of(), List.of()));
            Claims all = claims(musts, facts).and(new Claims(List.of(), List.of(any.rest()), List.of()));
            states = states(() -> values.states(declared(musts.slot()), all, 1));
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

    private Claims claims(Musts musts, FactSets facts) {
        Claims all = new Claims(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<List<Step>, Choice> choices = new LinkedHashMap<>();
        for (Must must : musts.all()) {
            add(must.claim().claims(must.need(), facts), all, choices);
        }
        if (musts.slot().fact()) {
            facts.known()
                    .membersOf(musts.slot().name())
                    .forEach((fact, members) -> add(members(facts.place(fact), members), all, choices));
        }
        return new Claims(all.every(), all.some(), List.copyOf(choices.values()));
    }

    private static void add(Claims claims, Claims all, Map<List<Step>, Choice> choices) {
        claims.every().forEach(literal -> all.every().add(literal.rest()));
        claims.some().forEach(literal -> all.some().add(literal.rest()));
        for (Choice choice : claims.choices()) {
            Choice rest = choice.rest();
            choices.computeIfAbsent(rest.steps(), steps -> new Choice(steps, new ArrayList<>()))
                    .some()
                    .addAll(rest.some());
        }
    }

    /** Returns the claims that a fact has the values that it must have, and none that it must not have. */
    private Claims members(Resolution.Resolved place, KnownFacts.Members members) {
        List<Literal> some = new ArrayList<>();
        members.in().forEach((value, written) -> {
            KnownFacts.Members one = KnownFacts.Members.NONE.with(value, written, true);
            some.add(new Literal(place.steps(), test(place, List.of(one.inside()), List.of())));
        });
        Literal outside = new Literal(
                place.steps(), test(place, List.of(), List.of(ValueTest.Group.of(List.of(members.outside())))));
        return new Claims(List.of(outside), some, List.of());
    }

    private ValueTest test(Resolution.Resolved place, List<ValueSet> in, List<ValueTest.Group> out) {
        return ValueTest.Sets.of(in, out, place.type(), scope.paths().form());
    }
}
