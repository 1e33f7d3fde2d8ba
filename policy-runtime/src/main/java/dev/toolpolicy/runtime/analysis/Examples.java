package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.CallSearch.Claim;
import dev.toolpolicy.runtime.rule.CompiledRules;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Finds out by single values whether rules can decide, so that not every rule must be compared with all those before
 * it. Not thread-safe.
 *
 * <p>A value that a rule asks for is given to the compiled rules, which know at once which rule it meets first. If that
 * is the rule itself, the rule can decide. If it is an earlier one, a value outside of that one is looked for, and so on;
 * if there is none, the rules that were met take everything. Each parameter is looked at alone, since what is asked of one
 * says nothing about another. Where this needs many steps, it gives no answer, and the whole list is searched.
 */
final class Examples {
    private static final int STEPS = 64;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final CallSearch calls;
    private final List<Optional<Claim>> claims;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    /** The parameters' values that no rule asks for, those first that are met by the earliest rule. */
    private final PriorityQueue<Group> resting = new PriorityQueue<>();
    /** A parameter of which every value may be met by an earlier rule. */
    private final Set<Group> taken = new LinkedHashSet<>();

    Examples(CallSearch calls, ToolSchema schema, List<Rule> rules, List<Optional<Claim>> claims, NormalPath.Form form) {
        this.calls = calls;
        this.claims = claims;
        for (int rule = 0; rule < rules.size(); rule++) {
            Optional<Claim> claim = claims.get(rule);
            if (claim.isPresent()) {
                groups.computeIfAbsent(claim.get().parameter(), Group::new).add(rule, rules.get(rule));
            }
        }
        for (Group group : groups.values()) {
            group.compile(schema, form);
            group.restsUntil = example(group, List.of(), 0).map(Example::first).orElse(0);
            resting.add(group);
        }
    }

    /** The rules about one parameter. */
    private static final class Group implements Comparable<Group> {
        private final String parameter;
        private final List<Integer> numbers = new ArrayList<>();
        private final List<Rule> rules = new ArrayList<>();
        private CompiledRules compiled;
        /** The rule that meets the value which the parameter has where no rule asks for one. */
        private int restsUntil;

        Group(String parameter) {
            this.parameter = parameter;
        }

        void add(int number, Rule rule) {
            numbers.add(number);
            rules.add(rule);
        }

        void compile(ToolSchema schema, NormalPath.Form form) {
            Parameter only = schema.parameter(parameter).orElseThrow();
            compiled = CompiledRules.unguarded(ToolSchema.of(only), new RuleList(rules), form);
        }

        /** The first rule that holds for a value of the parameter. */
        int first(JsonNode value) {
            ObjectNode arguments = NODES.objectNode();
            if (!value.isMissingNode()) {
                arguments.set(parameter, value);
            }
            int first = compiled.first(arguments);
            return first < numbers.size() ? numbers.get(first) : Integer.MAX_VALUE;
        }

        @Override
        public int compareTo(Group other) {
            return Integer.compare(restsUntil, other.restsUntil);
        }
    }

    /**
     * A value, or the proof that there is none.
     *
     * @param first the first rule that the value meets; -1 if there is no value
     * @param outside the rules that the value was to be outside of
     */
    private record Example(int first, Set<Integer> outside) {}

    /** Whether a rule with a condition can decide, if that is found out easily; whoever takes its calls is told, if it is one. */
    Optional<Reachability.Reach> reach(int rule, int catchAll) {
        Claim claim = claims.get(rule).orElseThrow();
        Group group = groups.get(claim.parameter());
        Optional<Example> example = example(group, List.of(claim), Math.min(rule, catchAll));
        if (example.isEmpty()) {
            return Optional.empty();
        }
        int first = example.get().first;
        Set<Integer> outside = example.get().outside;
        if (first == rule && rule < catchAll && othersRest(group, rule)) {
            return Optional.of(new Reachability.Reach.Decides(NODES.objectNode()));
        } else if (first < 0 && outside.size() <= 1) {
            return Optional.of(new Reachability.Reach.Never(List.copyOf(outside)));
        }
        return Optional.empty();
    }

    /** Looks for a value that some claims hold for and no rule before a certain one. */
    private Optional<Example> example(Group group, List<Claim> holding, int before) {
        Set<Integer> outside = new LinkedHashSet<>();
        for (int step = 0; step < STEPS; step++) {
            List<Claim> failing = outside.stream().map(rule -> claims.get(rule).orElseThrow()).toList();
            Optional<List<JsonNode>> values = calls.values(group.parameter, holding, failing);
            if (values.isEmpty()) {
                return Optional.empty();
            } else if (values.get().isEmpty()) {
                return Optional.of(new Example(-1, outside));
            }
            int first = group.first(values.get().get(0));
            if (first >= before) {
                return Optional.of(new Example(first, outside));
            } else if (!outside.add(first)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Whether each other parameter has a value, or none, that no earlier rule holds for. */
    private boolean othersRest(Group group, int rule) {
        while (!resting.isEmpty() && resting.peek().restsUntil < rule) {
            Group stale = resting.poll();
            int first = example(stale, List.of(), rule).map(Example::first).orElse(-1);
            if (first < 0) {
                taken.add(stale);
            } else {
                stale.restsUntil = first;
                resting.add(stale);
            }
        }
        return taken.isEmpty() || taken.size() == 1 && taken.contains(group);
    }
}
