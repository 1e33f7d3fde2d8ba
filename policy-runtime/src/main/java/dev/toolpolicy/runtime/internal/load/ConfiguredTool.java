package dev.toolpolicy.runtime.internal.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;

/** A tool with its schema, its current lists, all its requirements and all declared facts. Immutable. */
record ConfiguredTool<T>(
        ToolSpec<T> declared,
        ToolSchema schema,
        Optional<RuleList> run,
        Optional<RuleList> result,
        List<Requirement> requirements,
        List<CallLimit> limits,
        ToolSchema facts,
        List<ResultSpec> results)
        implements ToolSpec<T> {

    /** Returns a tool as it is, but for its schema. */
    static <T> ToolSpec<T> withSchema(ToolSpec<T> tool, ToolSchema schema) {
        return new ConfiguredTool<>(
                tool,
                schema,
                tool.run(),
                tool.result(),
                tool.requirements(),
                tool.limits(),
                tool.facts(),
                tool.results());
    }

    @Override
    public String name() {
        return declared.name();
    }

    @Override
    public String description() {
        return declared.description();
    }

    @Override
    public String jsonSchema() {
        return declared.jsonSchema();
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return declared.isChecked(rules, parameters, edition);
    }

    @Override
    public T bind(ObjectNode arguments) {
        return declared.bind(arguments);
    }

    @Override
    public String toString() {
        return name();
    }
}
