package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.Strictest;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a call's values by the clauses of a list. What walks the arguments tells it of each value at a place
 * that {@linkplain Place#isUsed() rules look at}, and of each path that is guarded. Not thread-safe.
 */
public final class CompoundEvaluation {
    private static final Literal[] NONE = {};

    private final Clauses clauses;
    private final FactBinding facts;
    private final Membership flows;
    private final ClauseProgress progress;
    private final GuardProgress guards;
    private final PathJudge judge;
    private final VectorReading vectors;
    private final TextReading strings;
    /** The tool's own list, then the floors. */
    private final ListVerdict[] lists;

    private @Nullable RuleDecision verdict;

    CompoundEvaluation(CompoundRules rules, FactBinding facts, Membership flows, @Nullable Trace trace) {
        this.facts = facts;
        this.flows = flows;
        clauses = rules.clauses();
        progress = new ClauseProgress(facts.first(), trace);
        guards = rules.guards();
        judge = new PathJudge(rules.paths());
        vectors = new VectorReading(progress, clauses.literals().size());
        strings = new TextReading(facts, flows, progress, vectors);
        lists = new ListVerdict[rules.parts().size()];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = new ListVerdict(rules, rules.parts().get(i), progress, guards);
        }
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
    public void end() {
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

    /** Sees what follows from what became known. A denial of one list decides; any other answer waits for all lists. */
    public void conclude() {
        if (verdict == null) {
            verdict = lists.length == 1 ? lists[0].conclude() : strictest();
        }
    }

    private @Nullable RuleDecision strictest() {
        List<Mode> modes = new ArrayList<>(lists.length);
        for (ListVerdict list : lists) {
            RuleDecision answer = list.conclude();
            if (answer != null && answer.mode() == Mode.DENY) {
                return answer;
            } else if (answer != null) {
                modes.add(answer.mode());
            }
        }
        return modes.size() == lists.length ? lists[Strictest.of(modes)].conclude() : null;
    }

    /** Returns whether some list surely denies every call. */
    boolean deniesAll() {
        return Stream.of(lists).anyMatch(ListVerdict::deniesAll);
    }

    /** Returns whether several lists need approval for the call, once all arguments are known. */
    boolean asksTwice() {
        return Stream.of(lists).filter(ListVerdict::isStricter).count() > 1;
    }

    /** Returns what is known of a clause. */
    Standing clause(int clause) {
        return progress.clause(clause);
    }

    /** Returns the verdict, or null while it is open. */
    public @Nullable RuleDecision verdict() {
        return verdict;
    }

    /** Returns the first stricter rule that was passed over unread, once all arguments are known. */
    OptionalInt marked() {
        return Stream.of(lists)
                .map(ListVerdict::marked)
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    /** Returns the place that the verdict waits for; empty once there is one. */
    public Optional<String> waitingOn() {
        if (verdict != null) {
            return Optional.empty();
        }
        OptionalInt clause = Stream.of(lists)
                .filter(list -> list.conclude() == null)
                .findFirst()
                .orElseThrow()
                .waitingOn();
        return Optional.of(clause.isPresent() ? waitingOn(clause.getAsInt()) : guards.waitingOn());
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
