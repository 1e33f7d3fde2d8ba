package dev.toolpolicy.runtime.internal.compound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.place.GuardSearch;
import dev.toolpolicy.runtime.internal.place.PathJudge;
import dev.toolpolicy.runtime.internal.place.Place;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The decision on complete arguments, one call at a time. Each value removes the clauses that it makes false, and the
 * first rule that is left decides. So the cost hardly depends on the number of rules. Not thread-safe.
 */
final class SieveEvaluation {
    private final CompoundRules rules;
    private final Sieve sieve;
    private final Remaining left;
    private final PathJudge judge;
    private final GuardSearch guards;
    /** The rule that decides; the number of rules if none does. */
    private int first;
    /** The first rule that may hold by what couldn't be read; not below the first that holds if there is none. */
    private int mark;

    SieveEvaluation(CompoundRules rules, Sieve sieve) {
        this.rules = rules;
        this.sieve = sieve;
        left = new Remaining(rules.clauses().words());
        judge = new PathJudge(rules.paths());
        guards = new GuardSearch(judge);
    }

    /** Decides. */
    RuleDecision evaluate(ObjectNode arguments, FactBinding facts) {
        settle(arguments, facts);
        if (first == rules.size()) {
            return RuleDecision.IMPLICIT;
        }
        RuleDecision answer = rules.verdict(first);
        if (answer.mode() != Mode.ALLOW) {
            return answer;
        } else if (mark < first) {
            return RuleDecision.unreadBy(mark);
        }
        int guard = guards.find(rules.root(), arguments);
        return guard == Place.NONE ? answer : answer.guardedBy(rules.guard(guard));
    }

    /** Returns the first stricter rule above the deciding one that couldn't be read. */
    OptionalInt marked(ObjectNode arguments, FactBinding facts) {
        settle(arguments, facts);
        return mark < first ? OptionalInt.of(mark) : OptionalInt.empty();
    }

    private void settle(ObjectNode arguments, FactBinding facts) {
        judge.reset();
        left.start(facts.clauses());
        walk(rules.root(), arguments, facts);
        first = sieve.always();
        mark = sieve.alwaysPossible();
        int clause = left.next(0);
        while (clause >= 0 && sieve.rule(clause) < first) {
            int rule = sieve.rule(clause);
            if (sieve.isHolding(clause)) {
                first = rule;
            } else {
                mark = Math.min(mark, rule);
            }
            clause = left.next(clause + 1);
        }
    }

    private void walk(Place at, @Nullable JsonNode value, FactBinding facts) {
        PlaceSieve own = sieve.at(at);
        if (value == null || value.isNull()) {
            absent(at);
            return;
        } else if (own != null) {
            judge(at, own, value, facts);
        }
        for (Place child : at.children()) {
            walk(child, value.isObject() ? value.get(child.name()) : null, facts);
        }
    }

    private void absent(Place at) {
        PlaceSieve own = sieve.at(at);
        if (own != null) {
            own.none(left);
        }
        for (Place child : at.children()) {
            absent(child);
        }
    }

    private void judge(Place at, PlaceSieve own, JsonNode value, FactBinding facts) {
        String text = value.textValue();
        if (text != null) {
            own.text(left, at.isPath() ? judge.normalForm(text) : text, facts);
        } else if (value.isNumber()) {
            own.number(left, value, facts);
        } else if (value.isBoolean()) {
            own.bool(left, value.booleanValue());
        } else {
            own.container(left, value, judge);
        }
    }
}
