package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.ArgumentPointer.Step;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which rules of a list can never decide. A positive answer is proven.
 *
 * <p>A rule decides a call that satisfies its condition and none of the earlier ones. Take the earlier rules about one
 * place. Let U be the values that satisfy one of those that hold for any value, and T<sub>j</sub> the values of the
 * j-th that holds for all. That none of them holds means that no value there is in U, and that for each j there is a
 * value outside T<sub>j</sub>, or none at all. So a later rule about the same place, with the values L, can't decide
 * <ul>
 *   <li>if U covers L, since each quantifier needs at least one value in L;
 *   <li>if it holds for all and U with some T<sub>j</sub> covers L, since then no value is outside T<sub>j</sub>;
 *   <li>if U with some T<sub>j</sub> covers the whole type, since then no value may be there; what that means for other
 *       places is told by {@link Presence}.
 * </ul>
 */
final class Reachability {
    private final Presence presence;
    private final List<Optional<Claim>> claims;

    /** What a condition claims: values at a place. */
    private record Claim(ArgumentPointer pointer, Resolution.Resolved place, ValueSet values, boolean all) {
        static Claim of(Condition condition, ToolSchema schema) {
            Resolution.Resolved place = (Resolution.Resolved) condition.argument().resolve(schema);
            boolean all = condition.match() == Match.ALL && place.throughArray();
            return new Claim(condition.argument(), place, ValueSet.of(condition.matcher(), place.type()), all);
        }

        ValueSpace space() {
            return new ValueSpace(place.type());
        }
    }

    /**
     * Looks at a list in which each rule for itself is right.
     *
     * @param schema the tool's parameters
     * @param rules the rules
     */
    Reachability(ToolSchema schema, List<Rule> rules) {
        this.presence = new Presence(schema);
        this.claims = rules.stream()
                .map(rule -> rule.condition().map(condition -> Claim.of(condition, schema)))
                .toList();
    }

    /**
     * The rules that never decide, but for a final catch-all that merely makes the implicit answer explicit.
     *
     * @return for each such rule those before it that take all its calls; none if no call matches it anyway
     */
    Map<Integer, List<Integer>> unreachable() {
        Map<Integer, List<Integer>> found = new LinkedHashMap<>();
        for (int rule = 0; rule < claims.size(); rule++) {
            List<Integer> before = IntStream.range(0, rule).boxed().toList();
            boolean finalCatchAll = rule == claims.size() - 1 && claims.get(rule).isEmpty();
            boolean never = finalCatchAll ? hasCatchAll(before) : neverDecides(claims.get(rule), before);
            if (never) {
                found.put(rule, takers(claims.get(rule), before, found));
            }
        }
        return found;
    }

    /** Whether some call may match no rule at all. */
    boolean reachesEnd() {
        return !neverDecides(Optional.empty(), IntStream.range(0, claims.size()).boxed().toList());
    }

    /** Whether a rule could decide above another one, and those that it passes could still. */
    boolean canMove(int rule, int above) {
        List<Integer> before = new ArrayList<>(IntStream.range(0, above).boxed().toList());
        if (neverDecides(claims.get(rule), before)) {
            return false;
        }
        for (int passed = above; passed < rule; passed++) {
            boolean decides = !neverDecides(claims.get(passed), before);
            before.add(rule);
            if (decides && neverDecides(claims.get(passed), before)) {
                return false;
            }
            before.set(before.size() - 1, passed);
        }
        return true;
    }

    /** One rule that does it alone, the first; or as few as are needed, where earlier ones are preferred. */
    private List<Integer> takers(Optional<Claim> claim, List<Integer> before, Map<Integer, List<Integer>> unreachable) {
        if (neverDecides(claim, List.of())) {
            return List.of();
        }
        List<Integer> deciding = before.stream().filter(rule -> !unreachable.containsKey(rule)).toList();
        List<Integer> takers = new ArrayList<>(neverDecides(claim, deciding) ? deciding : before);
        for (int rule : takers) {
            if (neverDecides(claim, List.of(rule))) {
                return List.of(rule);
            }
        }
        for (int i = takers.size() - 1; i >= 0; i--) {
            Integer rule = takers.remove(i);
            if (!neverDecides(claim, takers)) {
                takers.add(i, rule);
            }
        }
        return takers;
    }

    private boolean hasCatchAll(List<Integer> rules) {
        return rules.stream().anyMatch(rule -> claims.get(rule).isEmpty());
    }

    private boolean neverDecides(Optional<Claim> claim, List<Integer> before) {
        if (hasCatchAll(before)) {
            return true;
        }
        Map<ArgumentPointer, List<Claim>> byPlace = new LinkedHashMap<>();
        claim.ifPresent(own -> byPlace.put(own.pointer(), new ArrayList<>()));
        for (int rule : before) {
            claims.get(rule).ifPresent(
                    each -> byPlace.computeIfAbsent(each.pointer(), pointer -> new ArrayList<>()).add(each));
        }
        if (claim.isPresent() && isTaken(claim.get(), byPlace.get(claim.get().pointer()))) {
            return true;
        }
        return byPlace.values().stream()
                .filter(Reachability::leavesNothing)
                .map(earlier -> presence.emptied(earlier.get(0).place().steps()))
                .anyMatch(empty -> empty.isEmpty() || claim.isPresent() && isWithin(claim.get(), empty));
    }

    private static boolean isWithin(Claim claim, List<Step> empty) {
        List<Step> steps = claim.place().steps();
        return steps.size() >= empty.size() && steps.subList(0, empty.size()).equals(empty);
    }

    private static boolean isTaken(Claim claim, List<Claim> earlier) {
        ValueSpace space = claim.space();
        return unions(earlier, claim.all()).stream().anyMatch(union -> space.isCovered(claim.values(), union));
    }

    private static boolean leavesNothing(List<Claim> earlier) {
        return !earlier.isEmpty()
                && unions(earlier, true).stream().anyMatch(earlier.get(0).space()::isExhaustedBy);
    }

    /** The sets of U, and if asked for, of U with each T<sub>j</sub>. */
    private static List<List<ValueSet>> unions(List<Claim> earlier, boolean withAll) {
        List<ValueSet> any = earlier.stream().filter(claim -> !claim.all()).map(Claim::values).toList();
        List<List<ValueSet>> unions = new ArrayList<>(List.of(any));
        for (Claim claim : earlier) {
            if (withAll && claim.all()) {
                List<ValueSet> union = new ArrayList<>(any);
                union.add(claim.values());
                unions.add(union);
            }
        }
        return unions;
    }
}
