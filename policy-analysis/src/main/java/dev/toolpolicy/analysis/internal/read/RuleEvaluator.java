package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.internal.schema.Step;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a rule list about whole arguments, computed as the rules read, rule by rule and value by value. It
 * serves examples and witnesses, and it is the engine's second opinion right before a call runs: clarity counts more
 * than time. The engine decides by its own program, while arguments stream. Paths outside of the workspace are not
 * looked for. Immutable.
 */
public final class RuleEvaluator {
    private final RuleScope scope;
    private final List<RuleSpec> rules;
    private final List<List<Test>> tests;
    /** The number of rules of each list: the tool's own, then the floors. */
    private final List<Integer> sizes;

    /**
     * Creates the evaluator of rules that are valid in their scope.
     *
     * @throws IllegalArgumentException if a pointer is unknown, or a matcher is not valid for its place
     */
    public RuleEvaluator(RuleScope scope, List<RuleSpec> rules) {
        this(scope, new RuleList(rules));
    }

    /**
     * Creates the evaluator of a list and its floors, which are valid in their scope. It numbers the rules as {@link
     * RuleList#all} does.
     *
     * @throws IllegalArgumentException if a pointer is unknown, or a matcher is not valid for its place
     */
    public RuleEvaluator(RuleScope scope, RuleList list) {
        this.scope = scope;
        this.rules = list.all();
        this.sizes = list.parts().stream().map(part -> part.rules().size()).toList();
        this.tests = rules.stream()
                .map(rule -> rule.conditions().stream()
                        .map(condition -> test(rule, condition))
                        .toList())
                .toList();
    }

    /**
     * A condition and what its values are compared with.
     *
     * @param sets those of the condition, and of others that the same value must satisfy in the same form
     */
    private record Test(Condition condition, Resolution.Resolved place, List<ConditionSets> sets) {}

    /**
     * A decision about one call.
     *
     * @param mode the mode
     * @param rule the first rule that holds, from 0; empty if none does
     * @param markedBy if the rule would allow the call, but an earlier stricter rule can't be answered: the first of
     *     these, for which the call needs approval
     */
    public record Decision(Mode mode, Optional<Integer> rule, Optional<Integer> markedBy) {

        /** Returns the rule that decides the call, from 0; empty if an unanswered rule, or none, is the reason. */
        public Optional<Integer> decider() {
            return markedBy.isPresent() ? Optional.empty() : rule;
        }
    }

    private Test test(RuleSpec rule, Condition condition) {
        Resolution.Resolved place = scope.place(rule, condition);
        List<ConditionSets> sets = new ArrayList<>();
        for (Condition other : rule.conditions()) {
            boolean same = other.isOnFact() == condition.isOnFact()
                    && scope.place(rule, other).steps().equals(place.steps());
            if (other == condition || same && !RuleScope.isForOne(rule, other, place)) {
                sets.add(ConditionSets.of(other, place.type(), form(), rule.mode()));
            }
        }
        return new Test(condition, place, sets);
    }

    /**
     * Decides about a call.
     *
     * @param arguments valid arguments, with their defaults
     * @param facts the known facts; one that is absent was never said, one that is null has no value
     */
    public Decision decide(JsonNode arguments, JsonNode facts) {
        return strictest(decideEach(arguments, facts, Membership.in(facts, form()), null));
    }

    /**
     * Decides about a call whose links are resolved, by each list for itself. To allow, a path must satisfy a rule as it
     * is written and as it is resolved; for anything else one of them is enough.
     *
     * @param arguments valid arguments, with their defaults
     * @param facts the known facts
     * @param flows the session's labels and sets
     * @param links returns where a path leads, empty if that is unknown; null if a path has one form
     * @return the decisions of the tool's own list, then of the floors; {@link #strictest} counts
     */
    public List<Decision> decideEach(
            JsonNode arguments,
            JsonNode facts,
            Membership flows,
            @Nullable Function<String, Optional<NormalPath>> links) {
        Call call = new Call(arguments, facts, flows, links);
        List<Decision> decisions = new ArrayList<>();
        int from = 0;
        for (int size : sizes) {
            decisions.add(decide(call, from, from + size, decisions.isEmpty() && !scope.isFloor()));
            from += size;
        }
        return decisions;
    }

    /** Returns the decision that counts of those of several lists. */
    public static Decision strictest(List<Decision> decisions) {
        return decisions.get(Strictest.of(decisions.stream().map(Decision::mode).toList()));
    }

    /** A call; without links, a path has one form. */
    private record Call(
            JsonNode arguments,
            JsonNode facts,
            Membership flows,
            @Nullable Function<String, Optional<NormalPath>> links) {}

    /**
     * Returns the decision of one list.
     *
     * @param asks whether the list asks if no rule holds; otherwise it passes
     */
    private Decision decide(Call call, int from, int to, boolean asks) {
        Optional<Integer> marked = Optional.empty();
        for (int rule = from; rule < to; rule++) {
            Mode mode = rules.get(rule).mode();
            Truth holds = holds(rule, call);
            if (holds == Truth.TRUE) {
                boolean capped = mode == Mode.ALLOW && marked.isPresent();
                return new Decision(
                        capped ? Mode.ASK : mode, Optional.of(rule), capped ? marked : Optional.<Integer>empty());
            } else if (holds == Truth.UNKNOWN && mode != Mode.ALLOW && marked.isEmpty()) {
                marked = Optional.of(rule);
            }
        }
        boolean capped = !asks && marked.isPresent();
        return new Decision(
                asks || capped ? Mode.ASK : Mode.ALLOW, Optional.empty(), capped ? marked : Optional.<Integer>empty());
    }

    /**
     * Returns whether all conditions of a rule hold.
     *
     * @param rule the rule's index, from 0
     * @param arguments valid arguments, with their defaults
     * @param facts the known facts
     */
    public Truth holds(int rule, JsonNode arguments, JsonNode facts) {
        return holds(rule, arguments, facts, Membership.in(facts, form()), null);
    }

    /**
     * Returns whether all conditions of a rule hold for a call whose links are resolved.
     *
     * @param rule the rule's index, from 0
     * @param flows the session's labels and sets
     * @param links returns where a path leads, empty if that is unknown; null if a path has one form
     */
    public Truth holds(
            int rule,
            JsonNode arguments,
            JsonNode facts,
            Membership flows,
            @Nullable Function<String, Optional<NormalPath>> links) {
        return holds(rule, new Call(arguments, facts, flows, links));
    }

    private Truth holds(int rule, Call call) {
        RuleSpec spec = rules.get(rule);
        if (spec.isUnreadable()) {
            return Truth.UNKNOWN;
        }
        return spec.each().map(each -> elements(rule, each, call)).orElseGet(() -> all(rule, call.arguments, call));
    }

    private Truth elements(int rule, RuleSpec.Each each, Call call) {
        List<Truth> elements = new ArrayList<>();
        scope.elements(each).forEachValue(call.arguments, element -> elements.add(all(rule, element, call)));
        return Truth.of(each.match() == null ? Match.ANY : each.match(), elements);
    }

    private Truth all(int rule, JsonNode root, Call call) {
        Truth all = Truth.TRUE;
        for (Test test : tests.get(rule)) {
            all = all.and(holds(test, rules.get(rule).mode(), root, call));
        }
        return all;
    }

    private Truth holds(Test test, Mode mode, JsonNode root, Call call) {
        Condition condition = test.condition;
        if (condition.label().isPresent()) {
            return call.flows.hasLabel(condition.label().get()) ? Truth.TRUE : Truth.FALSE;
        } else if (condition.isOnFact() && !call.facts.has(condition.pointer().parameter())) {
            return Truth.UNKNOWN;
        }
        List<Truth> values = new ArrayList<>();
        test.place.forEachValue(
                condition.isOnFact() ? call.facts : root, value -> values.add(matches(test, mode, value, call)));
        if (condition.matchesAbsent() && lacksMember(test.place.steps(), root, false)) {
            return Truth.FALSE;
        } else if (condition.matchesAbsent() && values.isEmpty()) {
            return Truth.TRUE;
        }
        return Truth.of(RuleScope.quantifier(condition, mode), values);
    }

    /** Returns whether an element of an array on the way to a place is there, and has nothing at the place. */
    private static boolean lacksMember(List<Step> steps, JsonNode value, boolean inElement) {
        if (value.isMissingNode() || value.isNull()) {
            return inElement;
        } else if (steps.isEmpty()) {
            return false;
        }
        List<Step> rest = steps.subList(1, steps.size());
        if (steps.get(0) instanceof Step.Property property) {
            return lacksMember(rest, value.path(property.name()), inElement);
        }
        return value.valueStream().anyMatch(element -> lacksMember(rest, element, true));
    }

    private Truth matches(Test test, Mode mode, JsonNode value, Call call) {
        boolean onFact = test.condition.isOnFact();
        Object written = ValueSet.canonical(value, test.place.type(), onFact ? factForm() : form());
        if (onFact || call.links == null) {
            return matches(test, written, set -> set.contains(written), call);
        } else if (written instanceof NormalPath) {
            Truth asWritten = matches(test, written, set -> set.contains(written), call);
            if (asWritten == (mode == Mode.ALLOW ? Truth.FALSE : Truth.TRUE)) {
                return asWritten;
            }
            Truth resolved = call.links
                    .apply(value.textValue())
                    .map(real -> matches(test, real, set -> set.contains(real), call))
                    .orElse(Truth.FALSE);
            return mode == Mode.ALLOW ? asWritten.and(resolved) : asWritten.or(resolved);
        }
        TypedEquality equality = new TypedEquality((own, path) -> isSame(own, path, mode, call.links));
        Predicate<ValueSet> contains = set -> value.isContainerNode() && set instanceof ValueSet.Points points
                ? points.values().values().stream().anyMatch(own -> equality.equal(test.place.type(), own, value))
                : set.contains(written);
        return matches(test, written, contains, call);
    }

    /** Returns whether a path in an object or array is one of a rule, in both of its forms or in one. */
    private boolean isSame(String own, String path, Mode mode, Function<String, Optional<NormalPath>> links) {
        NormalPath named = form().of(own);
        boolean asWritten = form().of(path).equals(named);
        return asWritten == (mode == Mode.ALLOW)
                ? links.apply(path).filter(named::equals).isPresent()
                : asWritten;
    }

    private Truth matches(Test test, Object canonical, Predicate<ValueSet> contains, Call call) {
        Truth all = Truth.TRUE;
        for (ConditionSets sets : test.sets) {
            all = all.and(
                    sets.holding().stream().allMatch(contains)
                            ? Truth.TRUE
                            : sets.possible().stream().allMatch(contains) ? Truth.UNKNOWN : Truth.FALSE);
            for (Set<ArgumentPointer> group : sets.facts()) {
                Truth some = Truth.FALSE;
                for (ArgumentPointer fact : group) {
                    some = some.or(isIn(fact, canonical, call));
                }
                all = all.and(some);
            }
        }
        return all;
    }

    private Truth isIn(ArgumentPointer fact, Object canonical, Call call) {
        Optional<String> set = FlowFacts.setAt(fact);
        if (set.isPresent()) {
            return call.flows.contains(set.get(), canonical) ? Truth.TRUE : Truth.FALSE;
        }
        JsonNode facts = call.facts;
        if (!facts.has(fact.parameter())) {
            return Truth.UNKNOWN;
        }
        Resolution.Resolved place =
                Resolution.of(fact, scope.facts()).resolved().orElseThrow();
        List<Truth> values = new ArrayList<>();
        place.forEachValue(facts, value -> {
            boolean equal = ValueSet.canonical(value, place.type(), factForm()).equals(canonical);
            values.add(equal ? Truth.TRUE : Truth.FALSE);
        });
        return Truth.of(Match.ANY, values);
    }

    /** Returns the form of paths in facts, in which a tilde is a character. */
    private NormalPath.Form factForm() {
        return form().expandingHome(false);
    }

    private NormalPath.Form form() {
        return scope.paths().form();
    }
}
