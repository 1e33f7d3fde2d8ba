package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.analysis.internal.search.Goal.Must;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import java.util.Collection;
import java.util.List;

/**
 * The claims of a rule, all of which are true if it holds. A catch-all has none. Nor has a rule that doesn't fit its
 * tool, which is unanswered for every call. Immutable.
 */
public final class RuleClaims {
    private static final Clause IMPOSSIBLE = new Clause(List.of());

    private final RuleSpec rule;
    private final List<Claim> all;

    RuleClaims(RuleSpec rule, List<Claim> all) {
        this.rule = rule;
        this.all = List.copyOf(all);
    }

    /** Returns the claims. */
    public List<Claim> all() {
        return all;
    }

    /** Adds what calls must answer for which the rule holds. */
    public void addHolding(Collection<Must> musts, Collection<Clause> clauses) {
        if (rule.isUnreadable()) {
            clauses.add(IMPOSSIBLE);
        }
        all.forEach(claim -> musts.add(new Must(claim, Need.TRUE)));
    }

    /**
     * Adds what calls must answer for which the rule leaves the decision to a later one. Of a single claim it is a must,
     * otherwise a choice.
     *
     * @param later the decision of the later rule
     */
    public void addPassed(Mode later, Collection<Must> musts, Collection<Clause> clauses) {
        Need need = Need.ofEarlier(rule.mode(), later);
        if (all.size() == 1) {
            musts.add(new Must(all.get(0), need));
        } else if (!rule.isUnreadable()) {
            clauses.add(new Clause(
                    all.stream().map(claim -> List.of(new Must(claim, need))).toList()));
        } else if (!need.allowsUnknown()) {
            clauses.add(IMPOSSIBLE);
        }
    }

    /**
     * Returns whether the rule leaves the decision about a call to a later one.
     *
     * @param later the decision of the later rule
     * @param arguments the arguments with their defaults
     * @param facts the known facts
     */
    public boolean isPassed(Mode later, JsonNode arguments, JsonNode facts) {
        Need need = Need.ofEarlier(rule.mode(), later);
        return rule.isUnreadable()
                ? need.allowsUnknown()
                : all.stream().anyMatch(claim -> new Must(claim, need).isSatisfied(arguments, facts));
    }

    /** Returns whether the rule is stricter than allow and may be unanswered, as far as that is easy to tell. */
    public boolean mayMark() {
        return rule.mode() != Mode.ALLOW && (rule.isUnreadable() || all.stream().anyMatch(Claim::mayBeUnanswered));
    }

    /** Returns what calls must answer that the rule doesn't fail, so that it holds or is unanswered. */
    public List<Must> unfailed() {
        return all.stream().map(claim -> new Must(claim, Need.NOT_FALSE)).toList();
    }
}
