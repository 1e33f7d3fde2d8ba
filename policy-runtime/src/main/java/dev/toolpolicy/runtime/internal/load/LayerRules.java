package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.ListOrigin;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;
import java.util.Optional;

/** A rule list of a layer, not yet checked against a tool. Immutable. */
public interface LayerRules {

    /**
     * Returns the number of rules.
     *
     * @return the number; -1 if one mode stands in place of rules, or nothing that is a list
     */
    int size();

    /**
     * Returns the mode of a rule.
     *
     * @param rule the rule, from 0
     * @return the mode; empty if the rule has no valid one
     */
    Optional<Mode> mode(int rule);

    /**
     * Returns the rules as written, for comparison with another list of tools that aren't known yet.
     *
     * @return the rules in order; one for a mode in place of rules
     */
    List<LaterList.Line> lines();

    /**
     * Returns a rule for a tool that it doesn't fit.
     *
     * @param rule the rule, from 0, other than one that allows
     * @return the rule with its mode and name, of which it isn't known whether it holds
     */
    RuleSpec unreadable(int rule);

    /**
     * Checks the whole list against a tool.
     *
     * @param scope what the rules can look at
     * @return the rules and their problems
     */
    CheckedRules check(RuleScope scope);

    /**
     * Checks some of the rules against a tool.
     *
     * @param scope what the rules can look at
     * @param rules the rules, from 0, in order
     * @return the rules and their problems, counted among the chosen rules
     */
    CheckedRules check(RuleScope scope, List<Integer> rules);

    /**
     * Places a problem of the whole list where it stands.
     *
     * @param problem a problem that {@link #check(RuleScope)} found
     * @return the problem with its place
     */
    PolicyProblem problem(Diagnostic problem);

    /**
     * Places a problem at a rule.
     *
     * @param rule the rule, from 0
     * @param problem the problem
     * @return the problem with its place
     */
    PolicyProblem problem(int rule, Diagnostic problem);

    /**
     * Returns the origin of the list.
     *
     * @return its layer and place
     */
    ListOrigin origin();
}
