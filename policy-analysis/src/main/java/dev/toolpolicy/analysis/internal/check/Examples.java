package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.index.PossibleRules;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.Constraint;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.RuleConstraints;
import dev.toolpolicy.analysis.internal.search.TruthSet;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A quick search for single values that prove which rules can apply, so that not every rule must be compared with all
 * those before it. Not thread-safe.
 *
 * <p>It looks up a value that a rule asks for in an index of the rules, which returns the first rule that the value
 * matches. If that is the rule itself, the rule can apply. If it is an earlier one, it looks for a value outside of
 * that one, and so on; if there is none, the rules that were found match everything. Each parameter is searched alone,
 * since what is asked of one is independent of another. Rules with several conditions, and those that can't always be
 * answered, aren't in the index; those that match a value that was found are taken in the same way. If this needs many
 * steps, there is no answer, and the whole list is searched.
 */
final class Examples {
    private static final int STEPS = 64;
    /** The number of no rule; greater than all rules. */
    private static final int NONE = Integer.MAX_VALUE;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectNode NO_FACTS = NODES.objectNode();

    private final CallSearch calls;
    private final List<RuleSpec> rules;
    private final List<RuleConstraints> constraints;
    private final int catchAll;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    /** The rules that aren't in an index. */
    private final PossibleRules others = new PossibleRules();
    /** The first rule that isn't in an index. */
    private int firstOther = NONE;
    /** Parameters that no rule asks for, sorted by the first rule that their values match. */
    private final PriorityQueue<Group> resting = new PriorityQueue<>();
    /** Parameters whose every value may match an earlier rule. */
    private final Set<Group> taken = new LinkedHashSet<>();

    Examples(CallSearch calls, List<RuleSpec> rules, List<RuleConstraints> constraints) {
        this.calls = calls;
        this.rules = rules;
        this.constraints = constraints;
        this.catchAll = IntStream.range(0, rules.size())
                .filter(rule -> rules.get(rule).isCatchAll())
                .findFirst()
                .orElse(rules.size());
        for (int rule = 0; rule < rules.size(); rule++) {
            add(rule, constraints.get(rule).all());
        }
        groups.values().forEach(group -> rest(group, 0));
    }

    private void add(int rule, List<Constraint> all) {
        for (Constraint constraint : all) {
            if (!constraint.isOnFact()) {
                groups.computeIfAbsent(constraint.parameter(), Group::new);
            }
        }
        if (all.size() == 1 && all.get(0).hasOneSet()) {
            group(all.get(0)).rules.add(rule, all);
        } else if (!rules.get(rule).isCatchAll()) {
            others.add(rule, all);
            firstOther = Math.min(firstOther, rule);
        }
    }

    private Group group(Constraint constraint) {
        return Objects.requireNonNull(groups.get(constraint.parameter()));
    }

    /** The rules about one parameter. */
    private static final class Group implements Comparable<Group> {
        private final String parameter;
        private final PossibleRules rules = new PossibleRules();
        /** The value that the parameter has if no rule asks for one, and the first rule that matches it. */
        private JsonNode rests = MissingNode.getInstance();

        private int restsUntil;

        Group(String parameter) {
            this.parameter = parameter;
        }

        @Override
        public int compareTo(Group other) {
            return Integer.compare(restsUntil, other.restsUntil);
        }
    }

    /**
     * A value, or the proof that there is none.
     *
     * @param first the first rule that the value matches; -1 if there is no value
     * @param outside the rules that the value must not match
     */
    private record Example(JsonNode value, int first, Set<Integer> outside) {}

    /**
     * Returns whether a rule about one parameter can apply, if that is easy to find out. Of a rule with one condition, it
     * also returns the one rule that decides its calls, if there is one.
     */
    Optional<Reachability.Reach> reach(int rule) {
        List<Constraint> all = constraints.get(rule).all();
        if (all.isEmpty()
                || !all.stream()
                        .allMatch(one -> one.isOnArgument()
                                && one.parameter().equals(all.get(0).parameter()))) {
            return Optional.empty();
        }
        Group group = group(all.get(0));
        List<Assertion> assertions = holding(all);
        int before = Math.min(rule, catchAll);
        for (int step = 0; step < STEPS; step++) {
            Optional<Example> found = example(group, assertions, before);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Example example = found.get();
            if (example.first < 0) {
                boolean isProof = step == 0 && all.size() == 1 && example.outside.size() <= 1;
                return isProof
                        ? Optional.of(new Reachability.Reach.Never(List.copyOf(example.outside)))
                        : Optional.empty();
            } else if (example.first < rule || rule > catchAll || !othersRest(group, rule)) {
                return Optional.empty();
            }
            OptionalInt stop = stop(group, example, rule);
            if (stop.isEmpty()) {
                return Optional.of(new Reachability.Reach.Decides(NODES.objectNode(), NODES.objectNode()));
            }
            Optional<Assertion> passed =
                    constraints.get(stop.getAsInt()).passed(rules.get(rule).mode());
            if (passed.filter(one -> one.constraint().isOnArgument()
                            && one.constraint().parameter().equals(group.parameter))
                    .isEmpty()) {
                return Optional.empty();
            }
            assertions.add(passed.get());
        }
        return Optional.empty();
    }

    private static List<Assertion> holding(List<Constraint> all) {
        return new ArrayList<>(all.stream()
                .map(constraint -> new Assertion(constraint, TruthSet.TRUE))
                .toList());
    }

    /**
     * Finds a value for which some assertions are true and that matches no rule before a certain one. Adds what that
     * takes to the assertions.
     */
    private Optional<Example> example(Group group, List<Assertion> assertions, int before) {
        Set<Integer> outside = new LinkedHashSet<>();
        for (int step = 0; step < STEPS; step++) {
            Optional<List<JsonNode>> values = calls.values(group.parameter, assertions);
            if (values.isEmpty()) {
                return Optional.empty();
            } else if (values.get().isEmpty()) {
                return Optional.of(new Example(MissingNode.getInstance(), -1, outside));
            }
            JsonNode value = values.get().get(0);
            int first = first(group, value);
            if (first >= before) {
                return Optional.of(new Example(value, first, outside));
            } else if (!outside.add(first)) {
                return Optional.empty();
            }
            assertions.add(new Assertion(constraints.get(first).all().get(0), TruthSet.NOT_TRUE));
        }
        return Optional.empty();
    }

    /** Returns the first of the rules about a parameter that matches a value; {@link #NONE} if none does. */
    private int first(Group group, JsonNode value) {
        ObjectNode arguments = NODES.objectNode();
        add(arguments, group, value);
        return group.rules.of(arguments).stream()
                .filter(rule -> constraints.get(rule).holds(arguments, NO_FACTS))
                .findFirst()
                .orElse(NONE);
    }

    private static void add(ObjectNode arguments, Group group, JsonNode value) {
        if (!value.isMissingNode()) {
            arguments.set(group.parameter, value);
        }
    }

    /** Returns whether each other parameter has a value, or can be missing, without matching an earlier rule. */
    private boolean othersRest(Group group, int rule) {
        while (!resting.isEmpty() && resting.peek().restsUntil < rule) {
            rest(resting.remove(), rule);
        }
        return taken.isEmpty() || taken.size() == 1 && taken.contains(group);
    }

    private void rest(Group group, int rule) {
        Optional<Example> example = example(group, new ArrayList<>(), rule).filter(each -> each.first >= 0);
        if (example.isPresent()) {
            group.rests = example.get().value;
            group.restsUntil = example.get().first;
            resting.add(group);
        } else {
            taken.add(group);
        }
    }

    /** Returns the first earlier rule that isn't in an index and decides a call, without facts, or marks it. */
    private OptionalInt stop(Group group, Example example, int rule) {
        if (firstOther >= rule) {
            return OptionalInt.empty();
        }
        ObjectNode arguments = NODES.objectNode();
        for (Group each : groups.values()) {
            add(arguments, each, each == group ? example.value : each.rests);
        }
        return others.of(arguments).stream()
                .takeWhile(other -> other < rule)
                .filter(other ->
                        !constraints.get(other).isPassed(rules.get(rule).mode(), arguments, NO_FACTS))
                .findFirst();
    }
}
