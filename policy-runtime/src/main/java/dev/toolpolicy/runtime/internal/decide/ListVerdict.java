package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The verdict of one list, a tool's own or a floor, by what is known of its clauses. Not thread-safe. */
final class ListVerdict {
    private final CompoundRules rules;
    private final CompoundRules.Part part;
    private final ClauseProgress progress;
    private final GuardProgress guards;
    /** The first rule that may still hold. */
    private int first;
    /** The first stricter rule above it that may still be possible. */
    private int mark;

    private @Nullable RuleDecision verdict;

    ListVerdict(CompoundRules rules, CompoundRules.Part part, ClauseProgress progress, GuardProgress guards) {
        this.rules = rules;
        this.part = part;
        this.progress = progress;
        this.guards = guards;
        first = part.from();
        mark = part.from();
    }

    private Standing holding(int rule) {
        return progress.clause(rule);
    }

    private Standing possible(int rule) {
        return progress.clause(rules.size() + rule);
    }

    /** Sees what follows from what became known. Returns the verdict, or null while it is open. */
    @Nullable
    RuleDecision conclude() {
        if (verdict != null) {
            return verdict;
        }
        first = Math.min(part.to(), progress.firstPossible(first));
        if (first < part.to() && !allows(first)) {
            verdict = holding(first) == Standing.TRUE ? rules.verdict(first) : null;
        } else {
            verdict = first < part.to() || part.isFloor() ? allowed() : part.otherwise();
        }
        return verdict;
    }

    private boolean allows(int rule) {
        return rules.verdict(rule).mode() == Mode.ALLOW;
    }

    /**
     * Settles an allow: it stands if no stricter rule above was passed over unread, and no path needs approval. A floor
     * allows no call, it only passes it, so paths are up to the tool's own list.
     */
    private @Nullable RuleDecision allowed() {
        toMark();
        if (mark < first) {
            return possible(mark) == Standing.TRUE && willAllow(true) ? RuleDecision.unreadBy(mark) : null;
        }
        RuleDecision answer = first < part.to() ? rules.verdict(first) : part.otherwise();
        Optional<String> found = part.isFloor() ? Optional.empty() : guards.found();
        if (found.isPresent()) {
            return willAllow(false) ? answer.guardedBy(found.get()) : null;
        }
        boolean holds = first == part.to() || holding(first) == Standing.TRUE;
        return holds && (part.isFloor() || guards.isDone()) ? answer : null;
    }

    /**
     * Returns whether some rule will allow, whichever it will be, or the end of a floor.
     *
     * @param marked whether the list is marked; otherwise no stricter rule may mark it before that rule
     */
    private boolean willAllow(boolean marked) {
        int rule = first;
        while (rule < part.to() && (allows(rule) ? holding(rule) != Standing.TRUE : isPassed(rule, marked))) {
            rule++;
        }
        return rule < part.to() ? allows(rule) : part.isFloor();
    }

    private boolean isPassed(int rule, boolean unread) {
        return holding(rule) == Standing.FALSE && (unread || possible(rule) == Standing.FALSE);
    }

    /** Returns whether every rule denies that may still hold, up to one that surely does. */
    boolean deniesAll() {
        int rule = part.from();
        while (rule < part.to() && holding(rule) != Standing.TRUE && denies(rule)) {
            rule++;
        }
        return rule < part.to() && denies(rule);
    }

    private boolean denies(int rule) {
        return holding(rule) == Standing.FALSE || rules.verdict(rule).mode() == Mode.DENY;
    }

    private void toMark() {
        mark = Math.min(first, progress.firstPossible(rules.size() + mark) - rules.size());
    }

    /** Returns whether the list needs approval for the call, or denies it. */
    boolean isStricter() {
        return verdict != null && verdict.mode() != Mode.ALLOW;
    }

    /** Returns the first stricter rule that was passed over unread, once all arguments are known. */
    OptionalInt marked() {
        toMark();
        return mark < first ? OptionalInt.of(mark) : OptionalInt.empty();
    }

    /** Returns the clause that the open verdict waits for; empty if it waits for paths. */
    OptionalInt waitingOn() {
        if (first < part.to() && holding(first) == Standing.OPEN) {
            return OptionalInt.of(first);
        }
        return mark < first ? OptionalInt.of(rules.size() + mark) : OptionalInt.empty();
    }
}
