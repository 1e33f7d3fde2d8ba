package dev.toolpolicy.runtime.internal.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.decision.RunDecision;
import dev.toolpolicy.runtime.internal.json.CompiledSchema;
import dev.toolpolicy.runtime.internal.rule.CompiledRules;
import dev.toolpolicy.runtime.internal.rule.ShadowRules;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A tool made ready for an engine's calls. Immutable.
 *
 * @param definition the tool
 * @param schema its schema, compiled
 * @param run the run list in force for it, compiled
 * @param result the result list in force for it, compiled
 * @param terms its schema and rules in words, equal in every process that has the same: what an approval is bound to
 * @param shadow what is evaluated beside its lists; null if nothing is
 */
public record PreparedTool(
        ToolSpec<?> definition,
        CompiledSchema schema,
        CompiledRules run,
        CompiledRules result,
        String terms,
        @Nullable ShadowRules shadow) {

    /**
     * The same with something beside it, or alone.
     *
     * @param other what is evaluated beside its lists; null if nothing is
     * @return the changed tool
     */
    public PreparedTool beside(@Nullable ShadowRules other) {
        return new PreparedTool(definition, schema, run, result, terms, other);
    }

    /** Compares a call with the shadow, if there is one; nothing of it has an effect. */
    public void compareWithShadow(String session, ToolCall call, RunDecision decision) {
        if (shadow != null) {
            shadow.compare(session, call, decision.mode(), decision.rule());
        }
    }

    /** A rule of the run list; empty for none. */
    public Optional<RuleSpec> rule(OptionalInt index) {
        return index.isPresent()
                ? definition.run().map(list -> list.rules().get(index.getAsInt()))
                : Optional.empty();
    }

    /** A rule of the result list; empty for none. */
    public Optional<RuleSpec> resultRule(OptionalInt index) {
        return index.isPresent()
                ? definition.result().map(list -> list.rules().get(index.getAsInt()))
                : Optional.empty();
    }
}
