package dev.toolpolicy.runtime.analysis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.CallSearch.Answer;
import dev.toolpolicy.runtime.analysis.CallSearch.Claim;
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
 * What changes for the calls of one tool when a rule list takes the place of another: each pair of an old and a new
 * mode that some call goes through, with such a call. No change is a proof that both lists answer every call alike, however
 * they are written. Paths are judged by their text; what links lead to is not looked into. Immutable.
 *
 * @param changes the changes: loosening ones first, then those that neither loosen nor tighten, then tightening ones
 * @param undecided pairs of modes of which it would take too much to know whether a call goes through them
 */
public record RuleListDiff(List<Change> changes, List<Undecided> undecided) {

    /**
     * Checks and copies the components.
     *
     * @param changes the changes
     * @param undecided pairs of modes of which it would take too much to know whether a call goes through them
     */
    public RuleListDiff {
        changes = List.copyOf(changes);
        undecided = List.copyOf(undecided);
    }

    /** What a change of mode means for who uses the tool. */
    public enum Kind {
        /** Less is stopped or asked about: {@code skip} becomes anything else, or anything {@code unattended}. */
        LOOSER,
        /** People are asked in another manner: {@code ask} becomes {@code edit}, or the reverse. */
        OTHER,
        /** More is stopped or asked about. */
        STRICTER;

        /** What it means that one mode becomes another. */
        static Kind of(Mode before, Mode after) {
            int freer = freedom(after) - freedom(before);
            return freer > 0 ? LOOSER : freer < 0 ? STRICTER : OTHER;
        }

        private static int freedom(Mode mode) {
            return switch (mode) {
                case SKIP -> 0;
                case ASK, EDIT -> 1;
                case UNATTENDED -> 2;
            };
        }
    }

    /**
     * What a list answers.
     *
     * @param mode the mode
     * @param rule the rule that decides, from 0; empty for the implicit {@code ask}
     */
    public record Decision(Mode mode, OptionalInt rule) {}

    /**
     * One pair of modes that some call goes through.
     *
     * @param before what the old list answers the call
     * @param after what the new list answers it
     * @param arguments valid arguments of the call
     */
    public record Change(Decision before, Decision after, ObjectNode arguments) {
        /**
         * Checks and copies the components.
         *
         * @param before what the old list answers the call
         * @param after what the new list answers it
         * @param arguments valid arguments of the call
         */
        public Change {
            Objects.requireNonNull(before, "before");
            Objects.requireNonNull(after, "after");
            arguments = arguments.deepCopy();
        }

        /**
         * What the change means.
         *
         * @return looser, stricter or neither
         */
        public Kind kind() {
            return Kind.of(before.mode(), after.mode());
        }
    }

    /**
     * One pair of modes that a call may go through, or not.
     *
     * @param before what the old list would answer
     * @param after what the new list would answer
     */
    public record Undecided(Mode before, Mode after) {
        /**
         * What the change would mean.
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
     * @param before the old list, whose rules are right by themselves, as {@link RuleListCheck} returns them
     * @param after the new list, likewise
     * @return what changes
     * @throws IllegalArgumentException if a pointer leads nowhere or a pattern can't be read
     */
    public static RuleListDiff between(ToolSchema schema, RuleList before, RuleList after) {
        return between(schema, before, after, NormalPath.Form.PLAIN);
    }

    /**
     * Compares two lists for one tool in an engine that makes its own normal forms of paths, the same for both.
     *
     * @param schema the tool's parameters
     * @param before the old list, whose rules are right by themselves, as {@link RuleListCheck} returns them
     * @param after the new list, likewise
     * @param form how normal forms are made
     * @return what changes
     * @throws IllegalArgumentException if a pointer leads nowhere or a pattern can't be read
     */
    public static RuleListDiff between(
            ToolSchema schema, RuleList before, RuleList after, NormalPath.Form form) {
        CallSearch search = new CallSearch(schema, form);
        Comparison comparison = new Comparison(
                new Effort(search, schema.parameters().size()),
                deciding(schema, search, before, form),
                deciding(schema, search, after, form));
        comparison.run(sameStart(before, after), sameEnd(before, after));
        return comparison.diff();
    }

    /**
     * Whether it is proved that both lists answer every call alike.
     *
     * @return true if there is no change and nothing is undecided
     */
    public boolean isEqual() {
        return changes.isEmpty() && undecided.isEmpty();
    }

    /**
     * Whether some call is, or may be, answered less strictly than before. What is undecided counts.
     *
     * @return false if it is proved that no call is
     */
    public boolean mayLoosen() {
        return changes.stream().anyMatch(each -> each.kind() == Kind.LOOSER)
                || undecided.stream().anyMatch(each -> each.kind() == Kind.LOOSER);
    }

    /**
     * The changes for people.
     *
     * @return lines joined by {@code \n}
     */
    @Override
    public String toString() {
        return DiffText.of(this);
    }

    /**
     * The changes as a table for a review.
     *
     * @return Markdown, lines joined by {@code \n}
     */
    public String toMarkdown() {
        return DiffMarkdown.of(this);
    }

    /**
     * The changes as data; rules count from 0.
     *
     * @return a JSON object
     */
    public ObjectNode toJson() {
        return DiffJson.of(this);
    }

    /** How many rules both lists start with: calls that these decide are answered alike. */
    private static int sameStart(RuleList before, RuleList after) {
        int most = Math.min(before.rules().size(), after.rules().size());
        int same = 0;
        while (same < most && before.rules().get(same).equals(after.rules().get(same))) {
            same++;
        }
        return same;
    }

    /** How many rules both lists end with. A call that two of these decide is decided by the same one in both lists. */
    private static int sameEnd(RuleList before, RuleList after) {
        int old = before.rules().size();
        int now = after.rules().size();
        int same = 0;
        while (same < Math.min(old, now) && before.rules().get(old - 1 - same).equals(after.rules().get(now - 1 - same))) {
            same++;
        }
        return same;
    }

    /** The rules of a list that may decide, each with the claims before it; what follows a catch-all is none. */
    private static List<Deciding> deciding(ToolSchema schema, CallSearch search, RuleList list, NormalPath.Form form) {
        List<Reachability.Reach> reach =
                new Reachability.Questions(schema, list.rules(), new PathReading(form, false)).rulesWithoutCalls();
        List<Deciding> deciding = new ArrayList<>();
        List<Claim> all = new ArrayList<>();
        int size = list.rules().size();
        for (int i = 0; i < size; i++) {
            Rule rule = list.rules().get(i);
            Optional<Claim> claim = rule.condition().map(search::claim);
            if (!(reach.get(i) instanceof Reachability.Reach.Never)) {
                Decision decision = new Decision(rule.mode(), OptionalInt.of(i));
                deciding.add(new Deciding(decision, size - i, claim, all, i));
            }
            if (claim.isEmpty()) {
                return deciding;
            }
            all.add(claim.get());
        }
        deciding.add(new Deciding(new Decision(Mode.ASK, OptionalInt.empty()), 0, Optional.empty(), all, size));
        return deciding;
    }

    /**
     * A rule that decides: it holds, and those before it don't.
     *
     * @param decision what it answers
     * @param fromEnd how many rules follow, with itself; 0 for the implicit answer
     * @param holding what it claims
     * @param claims those of all rules of the list that have one
     * @param before how many of them stand before it
     */
    private record Deciding(Decision decision, int fromEnd, Optional<Claim> holding, List<Claim> claims, int before) {

        List<Claim> failing() {
            return claims.subList(0, before);
        }
    }

    /** What a comparison may take: past it all that isn't known yet is undecided. Not thread-safe. */
    private static final class Effort {
        /** How many claims and parameters may be looked at, all in all: some seconds. */
        private static final long MOST = 20_000_000;

        private final CallSearch search;
        private final int parameters;
        private long spent;

        Effort(CallSearch search, int parameters) {
            this.search = search;
            this.parameters = parameters;
        }

        Answer find(Deciding one, Deciding other) {
            List<Claim> both = new ArrayList<>();
            one.holding.ifPresent(both::add);
            other.holding.ifPresent(both::add);
            // most rules have nothing in common, which is seen without those before them
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
        private final List<Deciding> before;
        private final List<Deciding> after;
        private final Map<Mode, Map<Mode, Change>> changes = new EnumMap<>(Mode.class);
        private final Set<Undecided> unknown = new LinkedHashSet<>();

        Comparison(Effort effort, List<Deciding> before, List<Deciding> after) {
            this.effort = effort;
            this.before = before;
            this.after = after;
        }

        void run(int sameStart, int sameEnd) {
            for (Deciding old : before) {
                for (Deciding changed : after) {
                    boolean decidedAlike = old.before < sameStart
                            || changed.before < sameStart
                            || old.fromEnd <= sameEnd && changed.fromEnd <= sameEnd;
                    if (!decidedAlike && old.decision.mode() != changed.decision.mode() && !isKnown(old, changed)) {
                        compare(old, changed);
                    }
                }
            }
        }

        private boolean isKnown(Deciding old, Deciding changed) {
            return changes.getOrDefault(old.decision.mode(), Map.of()).containsKey(changed.decision.mode());
        }

        private void compare(Deciding old, Deciding changed) {
            Answer answer = effort.find(old, changed);
            Mode from = old.decision.mode();
            Mode to = changed.decision.mode();
            if (answer instanceof Answer.Found found) {
                changes.computeIfAbsent(from, mode -> new EnumMap<>(Mode.class))
                        .put(to, new Change(old.decision, changed.decision, found.arguments()));
                unknown.remove(new Undecided(from, to));
            } else if (answer instanceof Answer.Unknown) {
                unknown.add(new Undecided(from, to));
            }
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
