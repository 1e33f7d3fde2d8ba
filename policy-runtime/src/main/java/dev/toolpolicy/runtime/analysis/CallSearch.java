package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.runtime.analysis.Claims.Choice;
import dev.toolpolicy.runtime.automaton.TextSearch;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds calls for which some conditions hold and others don't, or proves that there are none. What was found out about
 * a parameter is remembered, since questions about one list differ little. Not thread-safe.
 */
final class CallSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** How much comparing texts may take: far below a second for a question, some seconds for all of a list. */
    private static final int STEPS = 1_000_000;
    private static final long STEPS_OF_ALL = 30_000_000;

    private final ToolSchema schema;
    private final NormalPath.Form form;
    private final ValueSearch values;
    private final Map<List<Object>, Claim> claims = new HashMap<>();
    private final Map<List<Object>, Optional<List<JsonNode>>> known = new HashMap<>();

    CallSearch(ToolSchema schema, NormalPath.Form form) {
        this.schema = schema;
        this.form = form;
        this.values = new ValueSearch(new LeafSearch(new TextSearch(STEPS, STEPS_OF_ALL), form));
    }

    /** What a search came to. */
    sealed interface Answer {

        /** There is such a call. */
        record Found(ObjectNode arguments) implements Answer {}

        /** There is none. */
        record None() implements Answer {}

        /** It would take too much to know. */
        record Unknown() implements Answer {}
    }

    /**
     * What a condition claims: values at a place. Each condition has one, and one for paths in both their forms; they are
     * compared by identity.
     */
    static final class Claim {
        private final int number;
        private final Resolution.Resolved place;
        private final ValueSet values;
        private final boolean all;

        private final boolean inBothForms;
        private final NormalPath.Form form;

        private Claim(
                int number,
                Condition condition,
                boolean inBothForms,
                Resolution.Resolved place,
                NormalPath.Form form) {
            this.number = number;
            this.place = place;
            this.inBothForms = inBothForms;
            this.form = form;
            this.values = ValueSet.of(condition.matcher(), place.type(), form);
            this.all = condition.match() == Match.ALL && place.throughArray();
        }

        /** Whether paths satisfy it only with both what they say and what their links lead to. */
        boolean isInBothForms() {
            return inBothForms && place.type() instanceof ParameterType.PathType;
        }

        /** The parameter that it is about. */
        String parameter() {
            return ((Step.Property) place.steps().get(0)).name();
        }

        private Literal literal(boolean within) {
            return new Literal(place.steps(), place.type(), values, within, form);
        }

        private boolean holdsFor(ObjectNode arguments) {
            Literal literal = literal(true);
            return literal.isTrueOfSome(arguments) && (!all || literal.isTrueOfEvery(arguments));
        }
    }

    /**
     * What a condition claims.
     *
     * @throws IllegalArgumentException if its pointer leads nowhere
     */
    Claim claim(Condition condition) {
        return claim(condition, false);
    }

    /**
     * What a condition claims, of paths in both their forms or in either.
     *
     * @throws IllegalArgumentException if its pointer leads nowhere
     */
    Claim claim(Condition condition, boolean inBothForms) {
        List<Object> key = List.of(condition, inBothForms);
        Claim claim = claims.get(key);
        if (claim == null) {
            if (!(condition.argument().resolve(schema) instanceof Resolution.Resolved place)) {
                throw new IllegalArgumentException("there is no parameter \"" + condition.argument() + "\"");
            }
            claim = new Claim(claims.size(), condition, inBothForms, place, form);
            claims.put(key, claim);
        }
        return claim;
    }

    /** Looks for a call for which all of some conditions hold and none of others does. */
    Answer find(Collection<Claim> holding, Collection<Claim> failing) {
        if (holding.stream().anyMatch(failing::contains)) {
            return new Answer.None();
        }
        Map<String, Question> questions = new LinkedHashMap<>();
        schema.parameters().forEach(each -> questions.put(each.name(), new Question()));
        holding.forEach(claim -> questions.get(claim.parameter()).holding.add(claim));
        failing.forEach(claim -> questions.get(claim.parameter()).failing.add(claim));
        ObjectNode arguments = NODES.objectNode();
        boolean isKnown = true;
        for (Parameter parameter : schema.parameters()) {
            Optional<List<JsonNode>> states = states(parameter, questions.get(parameter.name()));
            if (states.isPresent() && states.get().isEmpty()) {
                return new Answer.None();
            }
            isKnown &= states.isPresent();
            states.map(some -> some.get(0)).filter(state -> !state.isMissingNode())
                    .ifPresent(state -> arguments.set(parameter.name(), state));
        }
        return isKnown && isWitness(arguments, holding, failing)
                ? new Answer.Found((ObjectNode) Completion.shortest(schema.root(), arguments))
                : new Answer.Unknown();
    }

    /** What is found is looked at once more, so that a fault in the search can't become a wrong answer. */
    private static boolean isWitness(ObjectNode arguments, Collection<Claim> holding, Collection<Claim> failing) {
        return holding.stream().allMatch(claim -> claim.holdsFor(arguments))
                && failing.stream().noneMatch(claim -> claim.holdsFor(arguments));
    }

    /**
     * What one parameter may be where all of some claims hold and none of others does: one state, if there is one, and
     * empty if it would take too much to know. All claims are about it.
     */
    Optional<List<JsonNode>> values(String parameter, Collection<Claim> holding, Collection<Claim> failing) {
        if (holding.stream().anyMatch(failing::contains)) {
            return Optional.of(List.of());
        }
        Question question = new Question();
        question.holding.addAll(holding);
        question.failing.addAll(failing);
        return states(schema.parameter(parameter).orElseThrow(), question);
    }

    private Optional<List<JsonNode>> states(Parameter parameter, Question question) {
        List<Object> key = question.key(parameter.name());
        Optional<List<JsonNode>> states = known.get(key);
        if (states == null) {
            try {
                states = Optional.of(values.states(parameter, question.claims(), 1))
                        .filter(some -> some.stream().allMatch(state -> Completion.isPossible(parameter, state)));
            } catch (UndecidedException e) {
                states = Optional.empty();
            }
            known.put(key, states);
        }
        return states;
    }

    /** What is asked about one parameter. */
    private static final class Question {
        private final Set<Claim> holding = new LinkedHashSet<>();
        private final Set<Claim> failing = new LinkedHashSet<>();

        List<Object> key(String parameter) {
            List<Object> key = new ArrayList<>(List.of(parameter));
            holding.stream().map(claim -> claim.number).sorted().forEach(key::add);
            failing.stream().map(claim -> ~claim.number).sorted().forEach(key::add);
            return key;
        }

        Claims claims() {
            List<Literal> every = new ArrayList<>();
            List<Literal> some = new ArrayList<>();
            Map<List<Step>, Choice> choices = new LinkedHashMap<>();
            for (Claim claim : holding) {
                some.add(claim.literal(true).rest());
                if (claim.all) {
                    every.add(claim.literal(true).rest());
                }
            }
            for (Claim claim : failing) {
                Literal outside = claim.literal(false).rest();
                if (claim.all) {
                    choices.computeIfAbsent(
                                    outside.steps(), steps -> new Choice(steps, outside.type(), new ArrayList<>()))
                            .some()
                            .add(outside);
                } else {
                    every.add(outside);
                }
            }
            return new Claims(every, some, List.copyOf(choices.values()));
        }
    }
}
