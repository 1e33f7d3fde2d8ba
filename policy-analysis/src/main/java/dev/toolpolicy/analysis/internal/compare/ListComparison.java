package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.Verdicts.Verdict;
import dev.toolpolicy.analysis.internal.read.PathReading;
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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * One comparison of two rule lists, verdict by verdict. Not thread-safe.
 */
final class ListComparison {
    private final Effort effort;
    private final Verdicts before;
    private final Verdicts after;
    private final Map<Mode, Map<Mode, Change>> changes = new EnumMap<>(Mode.class);
    private final Set<Undecided> unknown = new LinkedHashSet<>();

    private ListComparison(Effort effort, Verdicts before, Verdicts after) {
        this.effort = effort;
        this.before = before;
        this.after = after;
    }

    static RuleListDiff of(RuleScope scope, RuleList before, RuleList after) {
        RuleListDiff own = comparisons(scope, before, false).apply(after);
        return before.floors().equals(after.floors()) ? own : withFloors(own, scope.inFloor(), before, after);
    }

    /**
     * Returns a difference with those of the floors, each compared for itself: a new or changed one with the one that is
     * gone at its place, or with none.
     */
    private static RuleListDiff withFloors(RuleListDiff own, RuleScope scope, RuleList before, RuleList after) {
        List<RuleList> gone = without(before.floors(), after.floors());
        List<RuleList> come = without(after.floors(), before.floors());
        List<Change> changes = new ArrayList<>(own.changes());
        List<Undecided> open = new ArrayList<>(own.undecided());
        for (int i = 0; i < Math.max(gone.size(), come.size()); i++) {
            RuleList old = i < gone.size() ? gone.get(i) : RuleList.empty();
            RuleList now = i < come.size() ? come.get(i) : RuleList.empty();
            RuleListDiff diff = comparisons(scope, old, false).apply(now);
            int oldStart = start(before, old);
            int nowStart = start(after, now);
            diff.changes()
                    .forEach(each -> changes.add(new Change(
                            each.before().behind(oldStart),
                            each.after().behind(nowStart),
                            each.arguments(),
                            each.facts())));
            open.addAll(diff.undecided());
        }
        changes.sort(Comparator.comparing(Change::kind));
        return new RuleListDiff(changes, open);
    }

    private static List<RuleList> without(List<RuleList> floors, List<RuleList> others) {
        List<RuleList> rest = new ArrayList<>(floors);
        others.forEach(rest::remove);
        return rest;
    }

    /** Returns the number of the rules above those of a floor. */
    private static int start(RuleList list, RuleList floor) {
        int start = list.rules().size();
        for (RuleList each : list.floors()) {
            if (each.equals(floor)) {
                return start;
            }
            start += each.rules().size();
        }
        return start;
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
            ListComparison comparison = new ListComparison(
                    new Effort(search, scope.parameters().parameters().size()),
                    old,
                    new Verdicts(unlinked, constraints, after.rules(), !first));
            comparison.run(sameStart(before, after), sameEnd(before, after), first);
            return comparison.diff();
        };
    }

    /** Returns the number of equal rules at the start of both lists. Calls that these decide are decided alike. */
    private static int sameStart(RuleList before, RuleList after) {
        int most = Math.min(before.rules().size(), after.rules().size());
        int same = 0;
        while (same < most && before.rules().get(same).equals(after.rules().get(same))) {
            same++;
        }
        return same;
    }

    /**
     * Returns the number of equal rules at the end of both lists. If two of these decide a call, it is the same rule in
     * both lists.
     */
    private static int sameEnd(RuleList before, RuleList after) {
        int old = before.rules().size();
        int now = after.rules().size();
        int same = 0;
        while (same < Math.min(old, now)
                && before.rules().get(old - 1 - same).equals(after.rules().get(now - 1 - same))) {
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

    private void run(int sameStart, int sameEnd, boolean first) {
        for (Verdict old : before.verdicts) {
            for (Verdict changed : after.verdicts) {
                boolean sameRule = old.fromEnd() == changed.fromEnd() && old.marked() != changed.marked();
                boolean inSameEnd = old.fromEnd() <= sameEnd && changed.fromEnd() <= sameEnd;
                boolean decidedAlike = old.rule() < sameStart || changed.rule() < sameStart || inSameEnd && !sameRule;
                // In this order: most pairs are decided alike, and to look for a rule in the other list takes longest.
                if (!decidedAlike
                        && old.mode() != changed.mode()
                        && !isKnown(old, changed)
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

    private boolean isKnown(Verdict old, Verdict changed) {
        return changes.getOrDefault(old.mode(), Map.of()).containsKey(changed.mode());
    }

    private void compare(Verdict old, Verdict changed) {
        Undecided undecided = new Undecided(old.mode(), changed.mode());
        effort.find(old, changed)
                .fold(
                        found -> {
                            changes.computeIfAbsent(old.mode(), mode -> new EnumMap<>(Mode.class))
                                    .put(changed.mode(), change(found));
                            return unknown.remove(undecided);
                        },
                        () -> false,
                        () -> unknown.add(undecided));
    }

    private Change change(Answer.Found found) {
        return new Change(before.decision(found), after.decision(found), found.arguments(), found.facts());
    }

    private RuleListDiff diff() {
        Comparator<Mode> modes = Comparator.naturalOrder();
        List<Change> found = changes.values().stream()
                .flatMap(each -> each.values().stream())
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
