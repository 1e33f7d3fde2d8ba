package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Decision;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.Verdicts.Verdict;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.Goal;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.analysis.internal.search.RuleConstraints;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * One comparison of two rule lists, verdict by verdict. Floors that differ are compared for themselves: a new or changed
 * one with the one that is gone at its place, or with none. What is reported is decided by the whole lists. Not
 * thread-safe.
 */
final class ListComparison {
    private final RuleScope scope;
    private final Effort effort;
    private final RuleList oldList;
    private final RuleList newList;
    /** By the modes of the whole lists, one call. */
    private final Map<Undecided, Change> changes = new LinkedHashMap<>();
    /** The modes of parts for which a call was found that the whole lists decide likewise. */
    private final Set<Undecided> known = new HashSet<>();

    private final Set<Undecided> unknown = new LinkedHashSet<>();
    /** The evaluators of the old list and of the new one, once they are needed. */
    private final Map<Boolean, RuleEvaluator> evaluators = new HashMap<>();

    private ListComparison(RuleScope scope, Effort effort, RuleList oldList, RuleList newList) {
        this.scope = scope;
        this.effort = effort;
        this.oldList = oldList;
        this.newList = newList;
    }

    static RuleListDiff of(RuleScope scope, RuleList before, RuleList after) {
        return comparisons(scope, before, false).apply(after);
    }

    private static List<RuleList> without(List<RuleList> floors, List<RuleList> others) {
        List<RuleList> rest = new ArrayList<>(floors);
        others.forEach(rest::remove);
        return rest;
    }

    /**
     * Returns a function that compares lists with one list, each until the first change is found. It reads each rule
     * once, so that many lists with few changes are compared fast. The function is not thread-safe.
     */
    static Function<RuleList, RuleListDiff> firstChanges(RuleScope scope, RuleList before) {
        return comparisons(scope, before, true);
    }

    private static Function<RuleList, RuleListDiff> comparisons(RuleScope scope, RuleList before, boolean first) {
        RuleScope unlinked = scope.with(new PathReading(scope.paths().form(), false));
        CallSearch search = new CallSearch(unlinked);
        Map<RuleSpec, RuleConstraints> known = new HashMap<>();
        Function<RuleSpec, RuleConstraints> constraints =
                rule -> known.computeIfAbsent(rule, each -> search.constraints(each, false));
        Verdicts old = new Verdicts(unlinked, constraints, before.rules(), !first);
        return after -> {
            Effort effort = new Effort(search, scope.parameters().parameters().size());
            ListComparison comparison = new ListComparison(unlinked, effort, before, after);
            comparison.run(old, new Verdicts(unlinked, constraints, after.rules(), !first), first);
            List<RuleList> gone = without(before.floors(), after.floors());
            List<RuleList> come = without(after.floors(), before.floors());
            for (int i = 0; i < Math.max(gone.size(), come.size()); i++) {
                RuleList from = i < gone.size() ? gone.get(i) : RuleList.empty();
                RuleList to = i < come.size() ? come.get(i) : RuleList.empty();
                comparison.run(
                        new Verdicts(unlinked.inFloor(), constraints, from.rules(), true),
                        new Verdicts(unlinked.inFloor(), constraints, to.rules(), true),
                        first);
            }
            return comparison.diff();
        };
    }

    /** Returns the number of equal rules at the start of both lists. Calls that these decide are decided alike. */
    private static int sameStart(List<RuleSpec> before, List<RuleSpec> after) {
        int most = Math.min(before.size(), after.size());
        int same = 0;
        while (same < most && before.get(same).equals(after.get(same))) {
            same++;
        }
        return same;
    }

    /**
     * Returns the number of equal rules at the end of both lists. If two of these decide a call, it is the same rule in
     * both lists.
     */
    private static int sameEnd(List<RuleSpec> before, List<RuleSpec> after) {
        int old = before.size();
        int now = after.size();
        int same = 0;
        while (same < Math.min(old, now) && before.get(old - 1 - same).equals(after.get(now - 1 - same))) {
            same++;
        }
        return same;
    }

    /** The budget of a comparison. When it is used up, everything that is still open is undecided. Not thread-safe. */
    private static final class Effort {
        /** Limit of the constraints and parameters to visit; enough for some seconds. */
        private static final long MOST = 20_000_000;

        private final CallSearch search;
        private final int parameters;
        private long spent;

        Effort(CallSearch search, int parameters) {
            this.search = search;
            this.parameters = parameters;
        }

        Answer find(Verdict one, Verdict other) {
            Set<Assertion> assertions = new LinkedHashSet<>();
            List<Clause> clauses = new ArrayList<>();
            one.addHolding(assertions, clauses);
            other.addHolding(assertions, clauses);
            // Most rules have nothing in common, which is found without those before them.
            boolean both = one.isConditional() && other.isConditional();
            if (both && find(assertions, clauses) instanceof Answer.None) {
                return new Answer.None();
            }
            if (spent > MOST) {
                return new Answer.Unknown();
            }
            one.addEarlier(assertions, clauses);
            other.addEarlier(assertions, clauses);
            return find(assertions, clauses);
        }

        private Answer find(Set<Assertion> assertions, List<Clause> clauses) {
            spent += assertions.size() + clauses.size() + parameters;
            return spent > MOST ? new Answer.Unknown() : search.find(new Goal(List.copyOf(assertions), clauses));
        }
    }

    private void run(Verdicts before, Verdicts after, boolean first) {
        int sameStart = sameStart(before.rules, after.rules);
        int sameEnd = sameEnd(before.rules, after.rules);
        for (Verdict old : before.verdicts) {
            for (Verdict changed : after.verdicts) {
                boolean sameRule = old.fromEnd() == changed.fromEnd() && old.marked() != changed.marked();
                boolean inSameEnd = old.fromEnd() <= sameEnd && changed.fromEnd() <= sameEnd;
                boolean decidedAlike = old.rule() < sameStart || changed.rule() < sameStart || inSameEnd && !sameRule;
                // In this order: most pairs are decided alike, and to look for a rule in the other list takes longest.
                if (!decidedAlike
                        && old.mode() != changed.mode()
                        && !known.contains(new Undecided(old.mode(), changed.mode()))
                        && !old.isAfter(changed)
                        && !changed.isAfter(old)) {
                    compare(old, changed);
                    if (first && !changes.isEmpty()) {
                        return;
                    }
                }
            }
        }
    }

    private void compare(Verdict old, Verdict changed) {
        Undecided modes = new Undecided(old.mode(), changed.mode());
        effort.find(old, changed).fold(found -> add(found, modes), () -> false, () -> unknown.add(modes));
    }

    /** Adds a call. If the whole lists decide it in another sense than the part, others are in doubt. */
    private boolean add(Answer.Found found, Undecided modes) {
        Change change =
                new Change(decision(oldList, found), decision(newList, found), found.arguments(), found.facts());
        Undecided whole = new Undecided(change.before().mode(), change.after().mode());
        if (whole.before() != whole.after()) {
            changes.putIfAbsent(whole, change);
        }
        if (whole.before() == whole.after() || whole.kind() != modes.kind()) {
            return unknown.add(modes);
        }
        known.add(modes);
        return unknown.remove(modes);
    }

    private Decision decision(RuleList list, Answer.Found found) {
        RuleEvaluator.Decision decision = evaluators
                .computeIfAbsent(list == oldList, each -> new RuleEvaluator(scope, list))
                .decide(found.seen(), found.facts());
        return decision.markedBy()
                .map(marked -> Decision.marked(marked, list.all().get(marked)))
                .or(() ->
                        decision.rule().map(rule -> Decision.by(rule, list.all().get(rule))))
                .orElse(Decision.IMPLICIT);
    }

    private RuleListDiff diff() {
        Comparator<Mode> modes = Comparator.naturalOrder();
        List<Change> found = changes.values().stream()
                .sorted(Comparator.comparing(Change::kind)
                        .thenComparing(each -> each.before().mode(), modes)
                        .thenComparing(each -> each.after().mode(), modes))
                .toList();
        List<Undecided> open = unknown.stream()
                .sorted(Comparator.comparing(Undecided::kind)
                        .thenComparing(Undecided::before)
                        .thenComparing(Undecided::after))
                .toList();
        return new RuleListDiff(found, open);
    }
}
