package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A search for calls, with facts, for which constraints have certain answers, or a proof that there are none. Not
 * thread-safe.
 *
 * <p>Constraints about different parameters are independent of each other, unless values are compared with facts. So each
 * parameter gets a state of its own, the simplest. If the states fail a choice between answers, its options are tried
 * one by one, each with more constraints about some parameter; what no call has in one option may be taken for granted in
 * those after it. Whether a value is in the set of a fact is decided in the same way, once it matters.
 */
public final class CallSearch {
    /** The budgets of one question and of all: how often the states of all parameters are put together. */
    private static final int TRIES = 3_000;

    private static final long TRIES_OF_ALL = 100_000;

    private final RuleScope scope;
    private final SlotSearch slots;
    private final Map<List<Object>, Constraint> constraints = new HashMap<>();
    private long triesOfAll;

    /** Creates the search for the simplest calls of a tool. */
    public CallSearch(RuleScope scope) {
        this(scope, true);
    }

    /**
     * Creates the search for calls of a tool.
     *
     * @param simplest true for the simplest calls, for people; false if any will do, which is faster
     */
    public CallSearch(RuleScope scope, boolean simplest) {
        this.scope = scope;
        this.slots = new SlotSearch(scope, simplest);
    }

    /** The answer of a search. */
    public sealed interface Answer {

        /** Returns the call that was found; empty if there is no such call, or no answer. */
        default Optional<Found> found() {
            return Optional.empty();
        }

        /**
         * A call that was found.
         *
         * @param arguments the arguments, without those that are their defaults
         * @param seen the arguments as rules see them
         * @param facts the facts that must be known, null for a fact without a value; the session's labels and the
         *     values of its sets are hidden facts
         */
        record Found(ObjectNode arguments, ObjectNode seen, ObjectNode facts) implements Answer {
            @Override
            public Optional<Found> found() {
                return Optional.of(this);
            }
        }

        /** The proof that there is no such call. */
        record None() implements Answer {}

        /** No answer within the budget. */
        record Unknown() implements Answer {}
    }

    /**
     * Creates the constraints of a rule: one for each condition, or one for all of them if they are about elements.
     *
     * @param inBothForms whether a path satisfies it only with both its text and the target of its links
     * @throws IllegalArgumentException if a pointer is unknown or a matcher is not valid
     */
    public RuleConstraints constraints(RuleSpec rule, boolean inBothForms) {
        return new RuleConstraints(
                rule,
                parts(rule)
                        .map(part -> constraint(part, inBothForms))
                        .distinct()
                        .toList());
    }

    private static Stream<RuleSpec> parts(RuleSpec rule) {
        return rule.each()
                .map(each -> Stream.of(RuleSpec.whenEach(each, rule.conditions(), rule.mode())))
                .orElseGet(() -> rule.conditions().stream().map(condition -> RuleSpec.when(condition, rule.mode())));
    }

    private Constraint constraint(RuleSpec rule, boolean inBothForms) {
        List<Object> key = List.of(rule.conditions(), rule.each(), readsByMode(rule), inBothForms);
        Constraint constraint = constraints.get(key);
        if (constraint == null) {
            constraint = new Constraint(constraints.size(), rule, inBothForms, scope);
            constraints.put(key, constraint);
        }
        return constraint;
    }

    /** Returns whether the meaning of the conditions depends on the rule's decision, and it is to allow calls. */
    private static boolean readsByMode(RuleSpec rule) {
        return rule.mode() == Mode.ALLOW
                && rule.conditions().stream()
                        .flatMap(condition -> condition.matchers().stream())
                        .anyMatch(each -> each.kind() == Matcher.Kind.COMMANDS);
    }

    /** Begins a new series of questions, with the whole budget. */
    public void begin() {
        triesOfAll = 0;
    }

    /** Finds a call, and the facts that it needs. */
    public Answer find(Goal goal) {
        if (goal.isImpossible()) {
            return new Answer.None();
        }
        Map<Slot, List<Assertion>> bySlot = new LinkedHashMap<>();
        goal.assertions()
                .forEach(assertion -> bySlot.computeIfAbsent(
                                assertion.constraint().slot(), slot -> new ArrayList<>())
                        .add(assertion));
        Map<Slot, Assertions> assertions = new LinkedHashMap<>();
        for (Slot slot : allSlots(goal)) {
            assertions.put(slot, new Assertions(slot).with(bySlot.getOrDefault(slot, List.of())));
        }
        int most = (int) Math.min(TRIES, TRIES_OF_ALL - triesOfAll);
        GoalSearch search = new GoalSearch(scope, slots, goal, most);
        Answer answer = search.find(new Decisions(assertions, KnownFacts.NONE));
        triesOfAll += search.tries();
        return answer;
    }

    private Set<Slot> allSlots(Goal goal) {
        Set<Slot> all = new LinkedHashSet<>();
        scope.parameters().parameters().forEach(parameter -> all.add(new Slot(false, parameter.name())));
        scope.facts().parameters().forEach(fact -> all.add(new Slot(true, fact.name())));
        Stream.concat(
                        goal.assertions().stream(),
                        goal.clauses().stream()
                                .flatMap(clause -> clause.options().stream().flatMap(List::stream)))
                .map(Assertion::constraint)
                .flatMap(constraint -> Stream.concat(
                        Stream.of(constraint.slot()),
                        constraint.comparedFacts().stream().map(fact -> new Slot(true, fact.parameter()))))
                .filter(slot -> slot.fact() && FlowFacts.isHidden(slot.name()))
                .forEach(all::add);
        return all;
    }

    /**
     * Finds a state of one parameter for which constraints about it have certain answers. Returns one state if there is one,
     * and empty if the search can't tell within its budget.
     */
    public Optional<List<JsonNode>> values(String parameter, Collection<Assertion> assertions) {
        Assertions all = new Assertions(new Slot(false, parameter)).with(assertions);
        return slots.states(all, slots.facts(new Decisions(Map.of(), KnownFacts.NONE)));
    }
}
