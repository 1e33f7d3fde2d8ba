package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The search for one goal. Not thread-safe. */
final class GoalSearch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Answer NONE = new Answer.None();
    private static final Answer UNKNOWN = new Answer.Unknown();
    /** The number of failed clauses of which the one with the fewest possible options is chosen. */
    private static final int COMPARED = 8;
    /** The number of values of which it is decided whether facts have them. */
    private static final int MOST_MEMBERS = 100;

    private final RuleScope scope;
    private final SlotSearch slots;
    private final Goal goal;
    private final int most;
    private int tries;

    GoalSearch(RuleScope scope, SlotSearch slots, Goal goal, int most) {
        this.scope = scope;
        this.slots = slots;
        this.goal = goal;
        this.most = most;
    }

    /** Returns how often the states of all parameters were put together. */
    int tries() {
        return tries;
    }

    /** States of all parameters and facts, and those for which the search can't tell. */
    private record Call(ObjectNode arguments, ObjectNode facts, Set<Slot> unknown) {

        boolean satisfies(Assertion assertion) {
            return assertion.isSatisfied(arguments, facts);
        }

        /** Returns whether what is known of an option's parameters satisfies it. */
        boolean satisfies(List<Assertion> option) {
            return option.stream().allMatch(assertion -> isUnknown(assertion.constraint()) || satisfies(assertion));
        }

        boolean satisfies(Clause clause) {
            return clause.options().stream().anyMatch(this::satisfies);
        }

        boolean isUnknown(Constraint constraint) {
            return unknown.contains(constraint.slot())
                    || constraint.comparedFacts().stream()
                            .anyMatch(fact -> unknown.contains(new Slot(true, fact.parameter())));
        }
    }

    /** A clause that a call fails, and its options for which each parameter has a state. */
    private record Failed(Clause clause, Set<List<Assertion>> possible) {}

    /** Finds a call for which the decisions hold. */
    Answer find(Decisions decisions) {
        if (++tries > most) {
            return UNKNOWN;
        }
        Optional<Call> simplest = call(decisions);
        if (simplest.isEmpty()) {
            return NONE;
        }
        Call call = simplest.get();
        Optional<Failed> failed = failed(decisions, call);
        if (failed.isPresent()) {
            return choose(decisions, failed.get());
        }
        Optional<Assertion> compared = decisions.assertions().values().stream()
                .filter(assertions -> !assertions.comparedFacts().isEmpty())
                .flatMap(assertions -> assertions.all().stream())
                .filter(assertion -> !call.isUnknown(assertion.constraint()) && !call.satisfies(assertion))
                .findFirst();
        if (compared.isPresent()) {
            return compare(decisions, compared.get(), call);
        }
        // once more, so that a bug in the search can't become a wrong answer
        boolean isWitness = call.unknown.isEmpty()
                && goal.assertions().stream().allMatch(call::satisfies)
                && goal.clauses().stream().allMatch(call::satisfies);
        return isWitness ? new Answer.Found(shortest(call.arguments), call.arguments, needed(call.facts)) : UNKNOWN;
    }

    /** Returns facts without labels that the session hasn't and without empty sets. */
    private static ObjectNode needed(ObjectNode facts) {
        ObjectNode needed = facts.deepCopy();
        facts.properties().forEach(fact -> {
            boolean isNothing = fact.getValue().isEmpty() && !fact.getValue().asBoolean();
            if (FlowFacts.isHidden(fact.getKey()) && isNothing) {
                needed.remove(fact.getKey());
            }
        });
        return needed;
    }

    private ObjectNode shortest(ObjectNode arguments) {
        return (ObjectNode) Completion.shortest(scope.parameters().root(), arguments);
    }

    private Optional<Call> call(Decisions decisions) {
        FactSets facts = slots.facts(decisions);
        Call call = new Call(NODES.objectNode(), NODES.objectNode(), new LinkedHashSet<>());
        for (Assertions assertions : decisions.assertions().values()) {
            Optional<List<JsonNode>> states = slots.states(assertions, facts);
            if (states.isEmpty()) {
                call.unknown.add(assertions.slot());
            } else if (states.get().isEmpty()) {
                return Optional.empty();
            } else if (!states.get().get(0).isMissingNode()) {
                ObjectNode object = assertions.slot().fact() ? call.facts : call.arguments;
                object.set(assertions.slot().name(), states.get().get(0));
            }
        }
        return Optional.of(call);
    }

    /** Returns a clause that the call fails, of several one with few possible options. */
    private Optional<Failed> failed(Decisions decisions, Call call) {
        Failed best = null;
        int compared = 0;
        for (Clause clause : goal.clauses()) {
            boolean isOpen = compares(clause) || !call.satisfies(clause);
            if (isOpen && !decisions.satisfy(clause)) {
                Failed next = new Failed(clause, possible(decisions, clause));
                best = best == null || next.possible.size() < best.possible.size() ? next : best;
                if (best.possible.size() < 2 || ++compared == COMPARED) {
                    break;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Returns whether a clause compares with facts. A choice is made of it before any decision about their values. */
    private static boolean compares(Clause clause) {
        return clause.options().stream()
                .flatMap(List::stream)
                .anyMatch(assertion -> !assertion.constraint().comparedFacts().isEmpty());
    }

    private Set<List<Assertion>> possible(Decisions decisions, Clause clause) {
        Set<List<Assertion>> possible = new LinkedHashSet<>();
        for (List<Assertion> option : clause.options()) {
            Decisions more = decisions.with(option);
            FactSets facts = slots.facts(more);
            boolean isPossible = option.stream()
                    .map(assertion -> Objects.requireNonNull(
                            more.assertions().get(assertion.constraint().slot())))
                    .allMatch(assertions -> slots.states(assertions, facts)
                            .map(states -> !states.isEmpty())
                            .orElse(true));
            if (isPossible) {
                possible.add(option);
            }
        }
        return possible;
    }

    private Answer choose(Decisions decisions, Failed failed) {
        Decisions rest = decisions;
        boolean known = true;
        for (List<Assertion> option : failed.clause.options()) {
            Answer answer = failed.possible.contains(option) ? find(rest.with(option)) : NONE;
            if (answer.found().isPresent()) {
                return answer;
            }
            boolean isRefuted = answer instanceof Answer.None;
            known &= isRefuted;
            if (isRefuted && option.size() == 1) {
                Assertion refuted = option.get(0);
                rest = rest.with(List.of(
                        new Assertion(refuted.constraint(), refuted.truths().opposite())));
            }
        }
        return known ? NONE : UNKNOWN;
    }

    /** Decides something about the facts that a constraint compares with, so that the constraint has its answer or can't. */
    private Answer compare(Decisions decisions, Assertion assertion, Call call) {
        KnownFacts known = decisions.known();
        Constraint constraint = assertion.constraint();
        for (ArgumentPointer fact : constraint.comparedFacts()) {
            String name = fact.parameter();
            if (known.isSaid(name).isEmpty()) {
                return first(decisions, List.of(known.withSaid(name, true), known.withSaid(name, false)));
            }
        }
        if (known.size() > MOST_MEMBERS) {
            return UNKNOWN;
        }
        ObjectNode root = constraint.slot().fact() ? call.facts : call.arguments;
        boolean inside = assertion.truths().isWithin();
        for (ArgumentPointer fact : constraint.comparedFacts()) {
            for (Constraint.Compared value : constraint.compared(fact, root)) {
                if (!known.members(fact).decides(value.canonical())) {
                    List<KnownFacts> both = new ArrayList<>();
                    both.add(known.withMember(fact, value.canonical(), value.written(), inside));
                    both.add(known.withMember(fact, value.canonical(), value.written(), !inside));
                    return first(decisions, both);
                }
            }
        }
        return UNKNOWN;
    }

    private Answer first(Decisions decisions, Collection<KnownFacts> alternatives) {
        boolean unknown = false;
        for (KnownFacts known : alternatives) {
            Answer answer = find(decisions.with(known));
            if (answer.found().isPresent()) {
                return answer;
            }
            unknown |= !(answer instanceof Answer.None);
        }
        return unknown ? UNKNOWN : NONE;
    }
}
