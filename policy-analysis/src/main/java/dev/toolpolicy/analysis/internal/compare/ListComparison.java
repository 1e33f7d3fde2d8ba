package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Decision;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.Verdicts.Verdict;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Strictest;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One comparison of two rule lists with their floors. It chooses a verdict of each list and floor, and looks for a call
 * that gets them all, unless both sides then decide it alike or such a change is known. A list that both sides have is
 * there once. Not thread-safe.
 */
final class ListComparison {
    /** Limit of the constraints and parameters to visit, enough for a minute. What is open then is undecided. */
    private static final long MOST = 20_000_000;

    private final RuleScope scope;
    private final CallSearch search;
    private final Side old;
    private final Side now;
    private final Wanted wanted;
    /** The own lists and the floors: those that differ first, since with equal ones no more changes are mostly open. */
    private final List<Verdicts> parts;
    /** The verdicts of the first parts. */
    private final List<Verdict> chosen = new ArrayList<>();
    /** Pairs of verdicts of a list and of that in its place, and whether no call gets both. */
    private final Map<List<Verdict>, Boolean> apart = new HashMap<>();
    /** By the modes of the whole lists, one call. */
    private final Map<Undecided, Change> changes = new LinkedHashMap<>();

    private final Set<Undecided> unknown = new LinkedHashSet<>();
    /** The changes that are possible after the first parts and not known. */
    private final Map<First, Set<Undecided>> open = new HashMap<>();
    /** The evaluators of the old list and of the new one, once they are needed. */
    private final Map<Boolean, RuleEvaluator> evaluators = new HashMap<>();

    private long spent;

    /** The changes that a comparison looks for. It may return others that it meets. */
    enum Wanted {
        /** Each pair of modes. */
        ALL,
        /** Each pair of modes of which the new one is less strict. */
        LOOSER,
        /** One change of any kind, so that many lists with few changes are compared fast. */
        FIRST
    }

    /** A list with its floors, and their verdicts in the same order. */
    private record Side(RuleList list, List<Verdicts> parts) {
        /** Returns the list or floor whose mode counts, where those without a mode allow. */
        Verdicts deciding(Map<Verdicts, Mode> modes) {
            return parts.get(Strictest.of(parts.stream()
                    .map(part -> modes.getOrDefault(part, Mode.ALLOW))
                    .toList()));
        }

        Mode mode(Map<Verdicts, Mode> modes) {
            return modes.getOrDefault(deciding(modes), Mode.ALLOW);
        }
    }

    /** The number of the first parts, and the modes of those whose modes count so far: at most one for each side. */
    private record First(int count, Map<Verdicts, Mode> modes) {}

    private ListComparison(RuleScope scope, CallSearch search, Side old, Side now, Wanted wanted) {
        this.scope = scope;
        this.search = search;
        this.old = old;
        this.now = now;
        this.wanted = wanted;
        parts = Stream.concat(old.parts.stream(), now.parts.stream())
                .distinct()
                .sorted(Comparator.comparing((Verdicts part) -> old.parts.contains(part) && now.parts.contains(part))
                        .thenComparing(part -> Math.max(old.parts.indexOf(part), now.parts.indexOf(part))))
                .toList();
    }

    /** Returns a function that compares lists with one list, whose rules it reads once. It is not thread-safe. */
    static Function<RuleList, RuleListDiff> with(RuleScope scope, RuleList before, Wanted wanted) {
        boolean first = wanted == Wanted.FIRST;
        RuleScope unlinked = scope.with(new PathReading(scope.paths().form(), false));
        CallSearch search = new CallSearch(unlinked);
        Map<RuleSpec, RuleConstraints> known = new HashMap<>();
        Function<RuleSpec, RuleConstraints> constraints =
                rule -> known.computeIfAbsent(rule, each -> search.constraints(each, false));
        Verdicts own = new Verdicts(unlinked, constraints, before.rules(), !first);
        Map<RuleList, Verdicts> floors = new HashMap<>();
        Function<RuleList, Side> read = list -> {
            boolean isOwn = list.rules().equals(before.rules());
            List<Verdicts> parts = new ArrayList<>();
            parts.add(isOwn ? own : new Verdicts(unlinked, constraints, list.rules(), !first));
            list.floors()
                    .forEach(floor -> parts.add(floors.computeIfAbsent(
                            floor, each -> new Verdicts(unlinked.inFloor(), constraints, each.rules(), false))));
            return new Side(list, parts);
        };
        Side old = read.apply(before);
        return after -> new ListComparison(unlinked, search, old, read.apply(after), wanted).diff();
    }

    /** Chooses a verdict of the next part and of those after it. Makes no garbage for each, since there are many pairs. */
    private void choose(First before) {
        Map<Mode, First> next = new EnumMap<>(Mode.class); // without those with which nothing is open any more
        EnumSet.allOf(Mode.class).forEach(mode -> next.put(mode, with(before, mode)));
        int known = -1;
        for (Verdict verdict : parts.get(before.count).verdicts) {
            if (wanted == Wanted.FIRST && !changes.isEmpty()) {
                return;
            }
            if (known != changes.size()) {
                known = changes.size();
                next.values().removeIf(with -> open(with).isEmpty());
            }
            First with = next.get(verdict.mode());
            if (with != null && isPossible(verdict)) {
                chosen.add(verdict);
                look(with);
                chosen.remove(chosen.size() - 1);
            }
        }
    }

    /** Returns the first parts and the next one, which has this mode. */
    private First with(First before, Mode mode) {
        Map<Verdicts, Mode> modes = new HashMap<>(before.modes);
        modes.put(parts.get(before.count), mode);
        Set<Verdicts> deciding = new HashSet<>(Set.of(old.deciding(modes)));
        deciding.add(now.deciding(modes));
        modes.keySet().retainAll(deciding);
        return new First(before.count + 1, modes);
    }

    private boolean isPossible(Verdict verdict) {
        boolean isPossible = true;
        for (int i = 0; i < chosen.size() && isPossible; i++) {
            isPossible = !verdict.excludes(chosen.get(i));
        }
        return isPossible;
    }

    private void look(First with) {
        int count = with.count;
        boolean isWhole = count == parts.size();
        // That no call gets these two verdicts is found once for all verdicts of other lists.
        boolean isNone = count > 2
                && isOld(count - 1)
                && apart.computeIfAbsent(
                        List.copyOf(chosen.subList(count - 2, count)), pair -> find(pair) instanceof Answer.None);
        if (isOld(count)) {
            isNone = false;
        } else if (!isNone) {
            Answer answer = find(chosen);
            answer.found().ifPresent(this::add);
            isNone = answer instanceof Answer.None;
        }
        if (!isNone && (isWhole || spent > MOST)) {
            unknown.addAll(open(with));
        } else if (!isNone) {
            choose(with);
        }
    }

    /** Returns whether the last of the first parts is a list in place of which the new side has the next one. */
    private boolean isOld(int count) {
        return count < parts.size()
                && !now.parts.contains(parts.get(count - 1))
                && !old.parts.contains(parts.get(count));
    }

    private Answer find(List<Verdict> verdicts) {
        Set<Assertion> assertions = new LinkedHashSet<>();
        List<Clause> clauses = new ArrayList<>();
        verdicts.forEach(each -> each.addHolding(assertions, clauses));
        // Most rules have nothing in common, which is found without those before them.
        boolean several = verdicts.stream().filter(Verdict::isConditional).count() > 1;
        if (several && find(assertions, clauses) instanceof Answer.None) {
            return new Answer.None();
        }
        verdicts.forEach(each -> each.addEarlier(assertions, clauses));
        return find(assertions, clauses);
    }

    private Answer find(Set<Assertion> assertions, List<Clause> clauses) {
        spent += assertions.size()
                + clauses.size()
                + scope.parameters().parameters().size();
        return spent > MOST ? new Answer.Unknown() : search.find(new Goal(List.copyOf(assertions), clauses));
    }

    /** Adds a call that the whole lists decide differently. */
    private void add(Answer.Found found) {
        Change change = new Change(decision(old, found), decision(now, found), found.arguments(), found.facts());
        Undecided whole = new Undecided(change.before().mode(), change.after().mode());
        if (whole.before() != whole.after() && changes.putIfAbsent(whole, change) == null) {
            unknown.remove(whole);
            open.clear();
        }
    }

    /** Returns the changes of the whole lists that are possible after these parts, and not known. */
    private Set<Undecided> open(First with) {
        Set<Undecided> found = open.get(with);
        if (found == null) {
            found = new LinkedHashSet<>();
            Undecided whole = new Undecided(old.mode(with.modes), now.mode(with.modes));
            if (with.count == parts.size()) {
                found.add(whole);
            } else if (whole.before() != Mode.DENY || whole.after() != Mode.DENY) {
                Set<Mode> modes = EnumSet.noneOf(Mode.class);
                parts.get(with.count).verdicts.forEach(next -> modes.add(next.mode()));
                for (Mode mode : modes) {
                    found.addAll(open(with(with, mode)));
                }
            }
            found.removeIf(each -> each.before() == each.after()
                    || changes.containsKey(each)
                    || wanted == Wanted.LOOSER && each.kind() != RuleListDiff.Kind.LOOSER);
            open.put(with, found);
        }
        return found;
    }

    private Decision decision(Side side, Answer.Found found) {
        RuleEvaluator.Decision decision = evaluators
                .computeIfAbsent(side == old, each -> new RuleEvaluator(scope, side.list))
                .decide(found.seen(), found.facts());
        return decision.markedBy()
                .map(marked -> Decision.marked(marked, side.list.all().get(marked)))
                .or(() -> decision.rule()
                        .map(rule -> Decision.by(rule, side.list.all().get(rule))))
                .orElse(Decision.IMPLICIT);
    }

    private RuleListDiff diff() {
        choose(new First(0, Map.of()));
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
