package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.analysis.internal.search.Claims.Choice;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A search for calls for which some conditions hold and others don't, or a proof that there are none. It caches what it
 * finds out about a parameter, since questions about one list differ little. Not thread-safe.
 */
public final class CallSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Budget for comparing texts: far below a second for a question, some seconds for all of a list. */
    private static final int STEPS = 1_000_000;

    private static final long STEPS_OF_ALL = 30_000_000;

    private final ToolSchema schema;
    private final NormalPath.Form form;
    private final ValueSearch values;
    private final Map<List<Object>, Claim> claims = new HashMap<>();
    private final Map<List<Object>, Optional<List<JsonNode>>> known = new HashMap<>();

    public CallSearch(ToolSchema schema, NormalPath.Form form) {
        this.schema = schema;
        this.form = form;
        this.values = new ValueSearch(new LeafSearch(new TextSearch(STEPS, STEPS_OF_ALL), form));
    }

    /** The answer of a search. */
    public sealed interface Answer {

        /** Calls the function for this kind of answer. */
        <R> R fold(Function<Found, R> found, Supplier<R> none, Supplier<R> unknown);

        /** A call that was found. */
        record Found(ObjectNode arguments) implements Answer {
            @Override
            public <R> R fold(Function<Found, R> found, Supplier<R> none, Supplier<R> unknown) {
                return found.apply(this);
            }
        }

        /** The proof that there is no such call. */
        record None() implements Answer {
            @Override
            public <R> R fold(Function<Found, R> found, Supplier<R> none, Supplier<R> unknown) {
                return none.get();
            }
        }

        /** No answer within the budget. */
        record Unknown() implements Answer {
            @Override
            public <R> R fold(Function<Found, R> found, Supplier<R> none, Supplier<R> unknown) {
                return unknown.get();
            }
        }
    }

    /**
     * The values at a place that a condition claims. Each condition has one claim, and one for paths in both their
     * forms. Claims are compared by identity.
     */
    public static final class Claim {
        private final int number;
        private final Resolution.Resolved place;
        private final ValueSet values;
        private final boolean all;

        private final boolean inBothForms;
        private final NormalPath.Form form;

        private Claim(
                int number, Condition condition, boolean inBothForms, Resolution.Resolved place, NormalPath.Form form) {
            this.number = number;
            this.place = place;
            this.inBothForms = inBothForms;
            this.form = form;
            this.values = ValueSet.of(condition.matchers().get(0), place.type(), form);
            this.all = condition.match().orElse(Match.ANY) == Match.ALL && place.throughArray();
        }

        /** Returns whether a path satisfies it only with both its text and the target of its links. */
        boolean isInBothForms() {
            return inBothForms && place.type() instanceof ParameterType.PathType;
        }

        /** Returns the parameter of the claim. */
        public String parameter() {
            return ((Step.Property) place.steps().get(0)).name();
        }

        /** Returns the place of the values. */
        public Resolution.Resolved place() {
            return place;
        }

        /** Returns the claimed values. */
        public ValueSet values() {
            return values;
        }

        /** Returns whether every value must be in the set, where a call may have any number. */
        public boolean needsAll() {
            return all;
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
     * Creates the claim of a condition.
     *
     * @throws IllegalArgumentException if its pointer is unknown
     */
    public Claim claim(Condition condition) {
        return claim(condition, false);
    }

    /**
     * Creates the claim of a condition, about paths in both their forms or in either.
     *
     * @throws IllegalArgumentException if its pointer is unknown
     */
    public Claim claim(Condition condition, boolean inBothForms) {
        List<Object> key = List.of(condition, inBothForms);
        Claim claim = claims.get(key);
        if (claim == null) {
            if (!(condition.pointer().resolve(schema) instanceof Resolution.Resolved place)) {
                throw new IllegalArgumentException("there is no parameter \"" + condition.pointer() + "\"");
            }
            claim = new Claim(claims.size(), condition, inBothForms, place, form);
            claims.put(key, claim);
        }
        return claim;
    }

    private static Question question(Map<String, Question> questions, String parameter) {
        return Objects.requireNonNull(questions.get(parameter), parameter);
    }

    /** Finds a call for which all of some conditions hold and none of others does. */
    public Answer find(Collection<Claim> holding, Collection<Claim> failing) {
        if (holding.stream().anyMatch(failing::contains)) {
            return new Answer.None();
        }
        Map<String, Question> questions = new LinkedHashMap<>();
        schema.parameters().forEach(each -> questions.put(each.name(), new Question()));
        holding.forEach(claim -> question(questions, claim.parameter()).holding.add(claim));
        failing.forEach(claim -> question(questions, claim.parameter()).failing.add(claim));
        ObjectNode arguments = NODES.objectNode();
        boolean isKnown = true;
        for (Parameter parameter : schema.parameters()) {
            Optional<List<JsonNode>> states = states(parameter, question(questions, parameter.name()));
            if (states.isPresent() && states.get().isEmpty()) {
                return new Answer.None();
            }
            isKnown &= states.isPresent();
            states.map(some -> some.get(0))
                    .filter(state -> !state.isMissingNode())
                    .ifPresent(state -> arguments.set(parameter.name(), state));
        }
        return isKnown && isWitness(arguments, holding, failing)
                ? new Answer.Found((ObjectNode) Completion.shortest(schema.root(), arguments))
                : new Answer.Unknown();
    }

    /** Checks a found call once more, so that a bug in the search can't become a wrong answer. */
    private static boolean isWitness(ObjectNode arguments, Collection<Claim> holding, Collection<Claim> failing) {
        return holding.stream().allMatch(claim -> claim.holdsFor(arguments))
                && failing.stream().noneMatch(claim -> claim.holdsFor(arguments));
    }

    /**
     * Finds a state of one parameter for which all of some claims hold and none of others does. Returns one state if
     * there is one, and empty if the search can't tell within its budget. All claims are about this parameter.
     */
    public Optional<List<JsonNode>> values(String parameter, Collection<Claim> holding, Collection<Claim> failing) {
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

    /** A question about one parameter. */
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
