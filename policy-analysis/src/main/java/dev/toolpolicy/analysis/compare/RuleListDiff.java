package dev.toolpolicy.analysis.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.CallSearch.Claim;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The difference between two rule lists of one tool: each pair of an old and a new mode that some call gets, with such
 * a call. If there are no changes and nothing is undecided, both lists provably decide every call alike. Paths are
 * compared by their text; links are not followed. Immutable.
 *
 * @param changes the changes: loosening ones first, then those that neither loosen nor tighten, then tightening ones
 * @param undecided pairs of modes for which the analysis can't find out whether some call gets them
 */
public record RuleListDiff(List<Change> changes, List<Undecided> undecided) {

    /** Checks and copies the components. */
    public RuleListDiff {
        changes = List.copyOf(changes);
        undecided = List.copyOf(undecided);
    }

    /** The effect of a change of mode. */
    public enum Kind {
        /** Less is denied or asked about: {@code deny} becomes another mode, or a mode becomes {@code allow}. */
        LOOSER,
        /** People are asked in another way: {@code ask} becomes {@code edit}, or the reverse. */
        OTHER,
        /** More is denied or asked about. */
        STRICTER;

        /**
         * Returns the effect of changing one mode to another.
         *
         * @param before the old mode
         * @param after the new mode
         * @return looser, stricter or neither
         */
        public static Kind of(Mode before, Mode after) {
            int freer = freedom(after) - freedom(before);
            return freer > 0 ? LOOSER : freer < 0 ? STRICTER : OTHER;
        }

        private static int freedom(Mode mode) {
            return switch (mode) {
                case DENY -> 0;
                case ASK, EDIT -> 1;
                case ALLOW -> 2;
            };
        }
    }

    /**
     * A decision of a list.
     *
     * @param mode the mode
     * @param rule the index of the rule that decided, from 0; empty for the implicit {@code ask}
     */
    public record Decision(Mode mode, OptionalInt rule) {}

    /**
     * A pair of modes that some call gets.
     *
     * @param before the decision of the old list
     * @param after the decision of the new list
     * @param arguments valid arguments of such a call
     */
    public record Change(Decision before, Decision after, ObjectNode arguments) {
        /** Checks and copies the components. */
        public Change {
            Objects.requireNonNull(before, "before");
            Objects.requireNonNull(after, "after");
            arguments = arguments.deepCopy();
        }

        /**
         * Returns the effect of the change.
         *
         * @return looser, stricter or neither
         */
        public Kind kind() {
            return Kind.of(before.mode(), after.mode());
        }
    }

    /**
     * A pair of modes that a call may get.
     *
     * @param before the mode of the old list
     * @param after the mode of the new list
     */
    public record Undecided(Mode before, Mode after) {
        /**
         * Returns the effect that the change would have.
         *
         * @return looser, stricter or neither
         */
        public Kind kind() {
            return Kind.of(before, after);
        }
    }

    /**
     * Compares two lists for one tool.
     *
     * @param schema the tool's parameters
     * @param before the old list, whose rules are valid for the tool
     * @param after the new list, whose rules are valid for the tool
     * @return the difference
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static RuleListDiff between(ToolSchema schema, RuleList before, RuleList after) {
        return between(schema, before, after, NormalPath.Form.PLAIN);
    }

    /**
     * Compares two lists for one tool, with the normal form of paths that the engine uses.
     *
     * @param schema the tool's parameters
     * @param before the old list, whose rules are valid for the tool
     * @param after the new list, whose rules are valid for the tool
     * @param form the normal form of paths
     * @return the difference
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static RuleListDiff between(ToolSchema schema, RuleList before, RuleList after, NormalPath.Form form) {
        CallSearch search = new CallSearch(schema, form);
        Comparison comparison = new Comparison(
                new Effort(search, schema.parameters().size()),
                deciding(schema, search, before, form),
                deciding(schema, search, after, form));
        comparison.run(sameStart(before, after), sameEnd(before, after));
        return comparison.diff();
    }

    /**
     * Returns whether both lists provably decide every call alike.
     *
     * @return true if there is no change and nothing is undecided
     */
    public boolean isEqual() {
        return changes.isEmpty() && undecided.isEmpty();
    }

    /**
     * Returns whether some call is, or may be, decided less strictly than before. Undecided pairs count.
     *
     * @return false if this is provably so for no call
     */
    public boolean mayLoosen() {
        return changes.stream().anyMatch(each -> each.kind() == Kind.LOOSER)
                || undecided.stream().anyMatch(each -> each.kind() == Kind.LOOSER);
    }

    /**
     * Formats the changes as text.
     *
     * @return lines joined by {@code \n}
     */
    @Override
    public String toString() {
        return DiffText.of(this);
    }

    /**
     * Formats the changes as a Markdown table for a review.
     *
     * @return Markdown, lines joined by {@code \n}
     */
    public String toMarkdown() {
        return DiffMarkdown.of(this);
    }

    /**
     * Converts the changes to JSON. Rules count from 0.
     *
     * @return a JSON object
     */
    public ObjectNode toJson() {
        return DiffJson.of(this);
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

    /**
     * Returns the rules of a list that may apply, each with the claims before it. Rules after a catch-all are left out.
     */
    private static List<PendingVerdict> deciding(
            ToolSchema schema, CallSearch search, RuleList list, NormalPath.Form form) {
        List<Reachability.Reach> reach =
                new Reachability.Questions(schema, list.rules(), new PathReading(form, false)).rulesWithoutCalls();
        List<PendingVerdict> deciding = new ArrayList<>();
        List<Claim> all = new ArrayList<>();
        int size = list.rules().size();
        for (int i = 0; i < size; i++) {
            RuleSpec rule = list.rules().get(i);
            Optional<Claim> claim = rule.condition().map(search::claim);
            if (!(reach.get(i) instanceof Reachability.Reach.Never)) {
                Decision decision = new Decision(rule.mode(), OptionalInt.of(i));
                deciding.add(new PendingVerdict(decision, size - i, claim, all, i));
            }
            if (claim.isEmpty()) {
                return deciding;
            }
            all.add(claim.get());
        }
        deciding.add(new PendingVerdict(new Decision(Mode.ASK, OptionalInt.empty()), 0, Optional.empty(), all, size));
        return deciding;
    }

    /**
     * A rule that applies: its condition holds, and those before it don't.
     *
     * @param decision the decision
     * @param fromEnd the number of rules from this one to the end; 0 for the implicit decision
     * @param holding the claim of this rule
     * @param claims the claims of all rules of the list that have one
     * @param before the number of claims before it
     */
    private record PendingVerdict(
            Decision decision, int fromEnd, Optional<Claim> holding, List<Claim> claims, int before) {

        List<Claim> failing() {
            return claims.subList(0, before);
        }
    }

    /** The budget of a comparison. When it is used up, everything that is still open is undecided. Not thread-safe. */
    private static final class Effort {
        /** Limit of the claims and parameters to visit; enough for some seconds. */
        private static final long MOST = 20_000_000;

        private final CallSearch search;
        private final int parameters;
        private long spent;

        Effort(CallSearch search, int parameters) {
            this.search = search;
            this.parameters = parameters;
        }

        Answer find(PendingVerdict one, PendingVerdict other) {
            List<Claim> both = new ArrayList<>();
            one.holding.ifPresent(both::add);
            other.holding.ifPresent(both::add);
            // Most rules have nothing in common, which is found without those before them.
            if (both.size() == 2 && find(both, List.of()) instanceof Answer.None) {
                return new Answer.None();
            }
            if (spent > MOST) {
                return new Answer.Unknown();
            }
            Set<Claim> none = new LinkedHashSet<>(one.failing());
            none.addAll(other.failing());
            return find(both, none);
        }

        private Answer find(List<Claim> holding, Collection<Claim> failing) {
            spent += holding.size() + failing.size() + parameters;
            return spent > MOST ? new Answer.Unknown() : search.find(holding, failing);
        }
    }

    /** One comparison. Not thread-safe. */
    private static final class Comparison {
        private final Effort effort;
        private final List<PendingVerdict> before;
        private final List<PendingVerdict> after;
        private final Map<Mode, Map<Mode, Change>> changes = new EnumMap<>(Mode.class);
        private final Set<Undecided> unknown = new LinkedHashSet<>();

        Comparison(Effort effort, List<PendingVerdict> before, List<PendingVerdict> after) {
            this.effort = effort;
            this.before = before;
            this.after = after;
        }

        void run(int sameStart, int sameEnd) {
            for (PendingVerdict old : before) {
                for (PendingVerdict changed : after) {
                    boolean decidedAlike = old.before < sameStart
                            || changed.before < sameStart
                            || old.fromEnd <= sameEnd && changed.fromEnd <= sameEnd;
                    if (!decidedAlike && old.decision.mode() != changed.decision.mode() && !isKnown(old, changed)) {
                        compare(old, changed);
                    }
                }
            }
        }

        private boolean isKnown(PendingVerdict old, PendingVerdict changed) {
            return changes.getOrDefault(old.decision.mode(), Map.of()).containsKey(changed.decision.mode());
        }

        private void compare(PendingVerdict old, PendingVerdict changed) {
            Mode from = old.decision.mode();
            Mode to = changed.decision.mode();
            Undecided undecided = new Undecided(from, to);
            effort.find(old, changed)
                    .fold(
                            found -> {
                                changes.computeIfAbsent(from, mode -> new EnumMap<>(Mode.class))
                                        .put(to, new Change(old.decision, changed.decision, found.arguments()));
                                return unknown.remove(undecided);
                            },
                            () -> false,
                            () -> unknown.add(undecided));
        }

        RuleListDiff diff() {
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
}
