package dev.toolpolicy.runtime.internal.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.json.CompiledSchema;
import dev.toolpolicy.runtime.internal.rule.CompiledRules;
import dev.toolpolicy.runtime.internal.rule.ShadowRules;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A tool compiled for an engine's calls. Immutable.
 *
 * @param definition the tool
 * @param schema its schema, compiled
 * @param run its current run rules, compiled
 * @param result its current result rules, compiled
 * @param terms its schema and rules in words, equal in every process with the same ones; approvals are bound to it
 * @param shadow the rules that are evaluated beside its own; null if there are none
 */
public record PreparedTool(
        ToolSpec<?> definition,
        CompiledSchema schema,
        CompiledRules run,
        CompiledRules result,
        String terms,
        @Nullable ShadowRules shadow) {

    /**
     * Returns this tool with another shadow.
     *
     * @param other the rules that are evaluated beside its own; null for none
     * @return the changed tool
     */
    public PreparedTool beside(@Nullable ShadowRules other) {
        return new PreparedTool(definition, schema, run, result, terms, other);
    }

    /**
     * Compares the decision on a call with the shadow's, if there is one, without any effect on the call.
     *
     * @param session the session's id
     * @param call the call with all its arguments
     * @param decision the current decision
     */
    public void compareWithShadow(String session, ToolCall call, RuleDecision decision) {
        if (shadow != null) {
            shadow.compare(session, call, decision.mode(), decision.rule());
        }
    }

    /**
     * Returns a rule of the run rules.
     *
     * @param index the rule's index, from 0
     * @return the rule; empty for an empty index
     */
    public Optional<RuleSpec> rule(OptionalInt index) {
        return index.isPresent() ? definition.run().map(list -> list.rules().get(index.getAsInt())) : Optional.empty();
    }

    /**
     * Returns a rule of the result rules.
     *
     * @param index the rule's index, from 0
     * @return the rule; empty for an empty index
     */
    public Optional<RuleSpec> resultRule(OptionalInt index) {
        return index.isPresent()
                ? definition.result().map(list -> list.rules().get(index.getAsInt()))
                : Optional.empty();
    }
}
