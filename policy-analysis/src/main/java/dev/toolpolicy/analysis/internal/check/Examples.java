package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.CallSearch.Claim;
import dev.toolpolicy.schema.NormalPath;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A quick search for single values that prove which rules can apply, so that not every rule must be compared with all
 * those before it. Not thread-safe.
 *
 * <p>It looks up a value that a rule asks for in an index of the rules, which returns the first rule that the value
 * matches. If that is the rule itself, the rule can apply. If it is an earlier one, it looks for a value outside of
 * that one, and so on; if there is none, the rules that were found match everything. Each parameter is searched alone,
 * since what is asked of one is independent of another. If this needs many steps, there is no answer, and the whole
 * list is searched.
 */
public final class Examples {
    private static final int STEPS = 64;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final CallSearch calls;
    private final List<Optional<Claim>> claims;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    /** Parameters that no rule asks for, sorted by the first rule that their values match. */
    private final PriorityQueue<Group> resting = new PriorityQueue<>();
    /** Parameters whose every value may match an earlier rule. */
    private final Set<Group> taken = new LinkedHashSet<>();

    public Examples(CallSearch calls, List<Optional<Claim>> claims, NormalPath.Form form) {
        this.calls = calls;
        this.claims = claims;
        for (int i = 0; i < claims.size(); i++) {
            int rule = i;
            claims.get(rule)
                    .ifPresent(claim -> groups.computeIfAbsent(claim.parameter(), name -> new Group(name, form))
                            .rules
                            .add(rule, claim));
        }
        for (Group group : groups.values()) {
            group.restsUntil = example(group, List.of(), 0).map(Example::first).orElse(0);
            resting.add(group);
        }
    }

    /** The rules about one parameter. */
    private static final class Group implements Comparable<Group> {
        private final String parameter;
        private final RuleIndex rules;
        /** First rule that matches the value which the parameter has if no rule asks for one. */
        private int restsUntil;

        Group(String parameter, NormalPath.Form form) {
            this.parameter = parameter;
            this.rules = new RuleIndex(form);
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
    private record Example(int first, Set<Integer> outside) {}

    /**
     * Returns whether a rule with a condition can apply, if that is easy to find out, and the one rule that decides its
     * calls, if there is one.
     */
    public Optional<Reachability.Reach> reach(int rule, int catchAll) {
        Claim claim = claims.get(rule).orElseThrow();
        Group group = Objects.requireNonNull(groups.get(claim.parameter()));
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

    /** Finds a value that matches some claims and no rule before a certain one. */
    private Optional<Example> example(Group group, List<Claim> holding, int before) {
        Set<Integer> outside = new LinkedHashSet<>();
        for (int step = 0; step < STEPS; step++) {
            List<Claim> failing =
                    outside.stream().map(rule -> claims.get(rule).orElseThrow()).toList();
            Optional<List<JsonNode>> values = calls.values(group.parameter, holding, failing);
            if (values.isEmpty()) {
                return Optional.empty();
            } else if (values.get().isEmpty()) {
                return Optional.of(new Example(-1, outside));
            }
            int first = group.rules.first(values.get().get(0));
            if (first >= before) {
                return Optional.of(new Example(first, outside));
            } else if (!outside.add(first)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns whether each other parameter has a value, or can be missing, without matching an earlier rule. */
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
