package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The constraints of a rule, all of which are true if it holds. A catch-all has none. Nor has a rule that doesn't fit its
 * tool, which is unanswered for every call. Immutable.
 */
public final class RuleConstraints {
    private static final Clause IMPOSSIBLE = new Clause(List.of());

    private final RuleSpec rule;
    private final List<Constraint> all;

    RuleConstraints(RuleSpec rule, List<Constraint> all) {
        this.rule = rule;
        this.all = List.copyOf(all);
    }

    /** Returns the constraints. */
    public List<Constraint> all() {
        return all;
    }

    /** Adds what calls must answer for which the rule holds. */
    public void addHolding(Collection<Assertion> assertions, Collection<Clause> clauses) {
        if (rule.isUnreadable()) {
            clauses.add(IMPOSSIBLE);
        }
        all.forEach(constraint -> assertions.add(new Assertion(constraint, TruthSet.TRUE)));
    }

    /**
     * Adds what calls must answer for which the rule leaves the decision to a later one. Of a single constraint it is a must,
     * otherwise a choice.
     *
     * @param later the decision of the later rule
     */
    public void addPassed(Mode later, Collection<Assertion> assertions, Collection<Clause> clauses) {
        TruthSet truths = TruthSet.ofEarlier(rule.mode(), later);
        if (all.size() == 1) {
            assertions.add(new Assertion(all.get(0), truths));
        } else if (!rule.isUnreadable()) {
            clauses.add(new Clause(all.stream()
                    .map(constraint -> List.of(new Assertion(constraint, truths)))
                    .toList()));
        } else if (!truths.allowsUnknown()) {
            clauses.add(IMPOSSIBLE);
        }
    }

    /** Returns the answer with which a rule of one constraint leaves the decision to a later one; empty for others. */
    public Optional<Assertion> passed(Mode later) {
        return all.size() == 1
                ? Optional.of(new Assertion(all.get(0), TruthSet.ofEarlier(rule.mode(), later)))
                : Optional.empty();
    }

    /** Returns whether all constraints are true of a call, as of each call if there are none. */
    public boolean holds(JsonNode arguments, JsonNode facts) {
        return all.stream().allMatch(constraint -> constraint.truth(arguments, facts) == Truth.TRUE);
    }

    /**
     * Returns whether the rule leaves the decision about a call to a later one.
     *
     * @param later the decision of the later rule
     * @param arguments the arguments with their defaults
     * @param facts the known facts
     */
    public boolean isPassed(Mode later, JsonNode arguments, JsonNode facts) {
        TruthSet truths = TruthSet.ofEarlier(rule.mode(), later);
        return rule.isUnreadable()
                ? truths.allowsUnknown()
                : all.stream().anyMatch(constraint -> new Assertion(constraint, truths).isSatisfied(arguments, facts));
    }

    /** Returns whether the rule is stricter than allow and may be unanswered, as far as that is easy to tell. */
    public boolean mayMark() {
        return rule.mode() != Mode.ALLOW && (rule.isUnreadable() || all.stream().anyMatch(Constraint::mayBeUnanswered));
    }

    /** Returns what calls must answer that the rule doesn't fail, so that it holds or is unanswered. */
    public List<Assertion> unfailed() {
        return all.stream()
                .map(constraint -> new Assertion(constraint, TruthSet.NOT_FALSE))
                .toList();
    }
}
