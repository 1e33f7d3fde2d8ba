package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.ExactNumber;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a call's values by the clauses of a list. What walks the arguments tells it of each value at a place
 * that {@linkplain Place#isUsed() rules look at}, and of each path that is guarded. Not thread-safe.
 */
public final class CompoundEvaluation {
    private static final Literal[] NONE = {};

    private final CompoundRules rules;
    private final Clauses clauses;
    private final FactBinding facts;
    private final Membership flows;
    private final ClauseProgress progress;
    private final GuardProgress guards;
    private final PathJudge judge;
    private final VectorReading vectors;
    private final TextReading strings;
    /** The first rule that may still hold. */
    private int first;
    /** The first stricter rule above it that may still be possible. */
    private int mark;

    private @Nullable RuleDecision verdict;

    CompoundEvaluation(
            CompoundRules rules, FactBinding facts, Membership flows, ClauseProgress.@Nullable Listener listener) {
        this.rules = rules;
        this.facts = facts;
        this.flows = flows;
        clauses = rules.clauses();
        progress = new ClauseProgress(facts.first(), listener);
        guards = rules.guards();
        judge = new PathJudge(rules.paths());
        vectors = new VectorReading(progress, clauses.literals().size());
        strings = new TextReading(facts, flows, progress, vectors);
    }

    /**
     * Records that an object or array begins.
     *
     * @return true if {@link #container} is to be called with its whole value
     */
    public boolean opened(Place place) {
        PlaceLiterals own = clauses.at(place);
        if (own == null) {
            return false;
        }
        progress.element(own.elements());
        progress.reach(own);
        for (Literal literal : own.here()) {
            if (!literal.test().takesContainers() && literal.test().vectors().isEmpty()) {
                progress.value(literal, false);
            }
        }
        if (!own.vectors().isEmpty()) {
            vectors.start(own);
        }
        return own.takesContainers();
    }

    /** Evaluates a whole object or array. */
    public void container(Place place, JsonNode value) {
        for (Literal literal : here(place)) {
            ValueCheck test = literal.test();
            if (test.takesContainers() && test.vectors().isEmpty()) {
                progress.value(literal, test.container(value, judge));
            } else if (test.takesContainers()) {
                vectors.part(literal, test.container(value, judge));
            }
        }
    }

    private void reach(Place place) {
        PlaceLiterals own = clauses.at(place);
        if (own != null) {
            progress.reach(own);
        }
    }

    private Literal[] here(Place place) {
        PlaceLiterals own = clauses.at(place);
        return own == null ? NONE : own.here();
    }

    /** Begins a string that isn't a path. */
    public void start(Place place) {
        PlaceLiterals own = clauses.at(place);
        if (own != null) {
            strings.start(own);
        }
    }

    /**
     * Reads more of the open string, up to the first character that changes what is known.
     *
     * @return the index behind that character, or the end
     */
    public int step(CharSequence text, int start, int end) {
        return strings.step(text, start, end);
    }

    /** Ends the open string. */
    public void end(Place place) {
        strings.end();
    }

    /** Evaluates a complete path, for the rules and the guard of its place. */
    public void path(Place place, CharSequence text) {
        boolean against;
        PlaceLiterals own = clauses.at(place);
        if (judge.resolvesLinks() || own != null && own.sought().length > 0) {
            JudgedPath path = judge.judge(text.toString());
            progress.at(0);
            reach(place);
            for (Literal literal : here(place)) {
                progress.value(
                        literal,
                        literal.test()
                                .path(
                                        path,
                                        facts.set(literal.index()),
                                        form -> literal.facts().isFound(form, flows)));
            }
            against = path.isAgainst();
        } else {
            CharSequence normal = judge.normalForm(text);
            against = judge.isAgainst(text);
            if (own != null) {
                strings.whole(own, normal);
            }
        }
        if (against) {
            guards.hit(place.guard());
        }
    }

    /** Evaluates a number. */
    public void number(Place place, CharSequence literal) {
        PlaceLiterals own = clauses.at(place);
        if (own == null) {
            return;
        }
        ExactNumber number = ExactNumber.of(literal);
        progress.reach(own);
        for (Literal each : own.here()) {
            boolean found = !each.isSought() || each.facts().isFound(number, flows);
            progress.value(each, found && each.test().number(number, facts.set(each.index())));
        }
    }

    /** Evaluates a boolean. */
    public void bool(Place place, boolean value) {
        reach(place);
        for (Literal literal : here(place)) {
            progress.value(literal, literal.test().bool(value));
        }
    }

    /** Records that the value at a place has ended, or that there is none in the object around it. */
    public void exhaust(Place place) {
        PlaceLiterals own = clauses.at(place);
        if (own != null) {
            if (!own.vectors().isEmpty()) {
                vectors.finish();
            }
            if (!own.demands().isEmpty()) {
                progress.demand(own.demands());
            }
            progress.exhaust(own.exhausted());
            progress.exhaustClauses(own.exhaustedClauses());
        }
        if (!place.isRepeated()) {
            guards.exhaust(place);
        }
    }

    private Standing holding(int rule) {
        return progress.clause(rule);
    }

    private Standing possible(int rule) {
        return progress.clause(rules.size() + rule);
    }

    /** Sees what follows from what became known. */
    public void conclude() {
        if (verdict != null) {
            return;
        }
        first = Math.min(rules.size(), progress.firstPossible(first));
        if (first == rules.size()) {
            verdict = rules.verdict(first);
        } else if (!allows(first)) {
            verdict = holding(first) == Standing.TRUE ? rules.verdict(first) : null;
        } else {
            verdict = allowed();
        }
    }

    private boolean allows(int rule) {
        return rules.verdict(rule).mode() == Mode.ALLOW;
    }

    /** Settles an allow: it stands if no stricter rule above was passed over unread, and no path needs approval. */
    private @Nullable RuleDecision allowed() {
        toMark();
        if (mark < first) {
            return possible(mark) == Standing.TRUE && willAllow(true) ? RuleDecision.unreadBy(mark) : null;
        }
        RuleDecision answer = rules.verdict(first);
        Optional<String> found = guards.found();
        if (found.isPresent()) {
            return willAllow(false) ? answer.guardedBy(found.get()) : null;
        }
        return holding(first) == Standing.TRUE && guards.isDone() ? answer : null;
    }

    /**
     * Returns whether some rule will allow, whichever it will be.
     *
     * @param marked whether the list is marked; otherwise no stricter rule may mark it before that rule
     */
    private boolean willAllow(boolean marked) {
        int rule = first;
        while (rule < rules.size() && (allows(rule) ? holding(rule) != Standing.TRUE : isPassed(rule, marked))) {
            rule++;
        }
        return rule < rules.size() && allows(rule);
    }

    private boolean isPassed(int rule, boolean unread) {
        return holding(rule) == Standing.FALSE && (unread || possible(rule) == Standing.FALSE);
    }

    /** Returns whether every rule denies that may still hold, up to one that surely does. */
    boolean deniesAll() {
        int rule = 0;
        while (rule < rules.size() && holding(rule) != Standing.TRUE && denies(rule)) {
            rule++;
        }
        return rule < rules.size() && denies(rule);
    }

    private boolean denies(int rule) {
        return holding(rule) == Standing.FALSE || rules.verdict(rule).mode() == Mode.DENY;
    }

    private void toMark() {
        mark = Math.min(first, progress.firstPossible(rules.size() + mark) - rules.size());
    }

    /** Returns the verdict, or null while it is open. */
    public @Nullable RuleDecision verdict() {
        return verdict;
    }

    /** Returns the first stricter rule that was passed over unread, once all arguments are known. */
    OptionalInt marked() {
        toMark();
        return mark < first ? OptionalInt.of(mark) : OptionalInt.empty();
    }

    /** Returns the place that the verdict waits for; empty once there is one. */
    public Optional<String> waitingOn() {
        if (verdict != null) {
            return Optional.empty();
        } else if (holding(first) == Standing.OPEN) {
            return Optional.of(waitingOn(first));
        }
        return Optional.of(mark < first ? waitingOn(rules.size() + mark) : guards.waitingOn());
    }

    /** Returns the place of the first open condition of a clause. */
    private String waitingOn(int clause) {
        Clause waiting = clauses.all().get(clause);
        for (int literal : waiting.literals()) {
            if (progress.literal(literal) == Standing.OPEN) {
                return clauses.literals().get(literal).pointer();
            }
        }
        return clauses.literals().get(waiting.literals()[0]).pointer();
    }
}
