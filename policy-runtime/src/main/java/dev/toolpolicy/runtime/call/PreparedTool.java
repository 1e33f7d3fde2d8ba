package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.rule.CompiledRules;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A tool made ready for an engine's calls. Immutable.
 *
 * @param definition the tool
 * @param schema its schema, compiled
 * @param run the run list in force for it, compiled
 * @param result the result list in force for it, compiled
 * @param terms its schema and rules in words, equal in every process that has the same: what an approval is bound to
 */
public record PreparedTool(
        ToolDefinition<?> definition,
        CompiledSchema schema,
        CompiledRules run,
        CompiledRules result,
        String terms) {

    /** A rule of the run list; empty for none. */
    Optional<Rule> rule(OptionalInt index) {
        return index.isPresent()
                ? definition.run().map(list -> list.rules().get(index.getAsInt()))
                : Optional.empty();
    }

    /** A rule of the result list; empty for none. */
    Optional<Rule> resultRule(OptionalInt index) {
        return index.isPresent()
                ? definition.result().map(list -> list.rules().get(index.getAsInt()))
                : Optional.empty();
    }
}
