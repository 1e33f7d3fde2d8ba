package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleSpec;
import java.util.Optional;

/** The notices for a model about a call that ran and whose result it doesn't get. */
public final class ResultNotice {
    private ResultNotice() {}

    /**
     * Returns a notice that says that the call ran, and what became of its result.
     *
     * @param success whether the call succeeded
     * @param result a sentence on the result
     * @return two sentences
     */
    public static String of(boolean success, String result) {
        return VisibleText.sentence((success ? "The call ran. " : "The call ran and failed. ") + result);
    }

    /**
     * Returns the notice for a result that the tool's result rules deny.
     *
     * @param success whether the call succeeded
     * @param rule the rule; empty if no rule decided
     * @return two sentences
     */
    public static String denied(boolean success, Optional<RuleSpec> rule) {
        String which = rule.flatMap(RuleSpec::name)
                .map(name -> "rule " + VisibleText.line(name, VisibleText.NAME) + " of ")
                .orElse("");
        String why = rule.flatMap(RuleSpec::reason)
                .map(reason -> "denied by policy: " + VisibleText.line(reason, VisibleText.DETAIL))
                .orElse("denied by " + which + "this tool's result rules");
        return of(success, "Its result is not shown: " + why);
    }

    /**
     * Returns the notice for a result whose delivery needs an approval that isn't asked for here.
     *
     * @param success whether the call succeeded
     * @return two sentences
     */
    public static String needsApproval(boolean success) {
        return of(success, "Its result is not shown: that needs a person's approval");
    }
}
