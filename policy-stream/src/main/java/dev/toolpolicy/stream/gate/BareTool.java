package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.json.CompiledSchema;
import dev.toolpolicy.runtime.internal.json.FragmentParser;
import dev.toolpolicy.runtime.internal.json.SchemaCheck;
import dev.toolpolicy.runtime.internal.json.ValueAggregator;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.ArrayType;
import dev.toolpolicy.schema.ParameterType.ObjectType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tools without their defaults: behind a gate the client runs a call, and may use other defaults than ours.
 */
final class BareTool {
    private BareTool() {}

    /** Returns the tool without the defaults of its parameters; empty if it has no defaults. */
    static Optional<PreparedTool> of(PreparedTool tool) {
        ToolSchema schema = tool.definition().schema();
        ToolSchema bare = new ToolSchema(bare(schema.root()));
        if (bare.equals(schema)) {
            return Optional.empty();
        }
        DeclaredTool named = DeclaredTool.of(tool.definition().name(), bare);
        DeclaredTool definition = tool.definition().run().map(named::withRun).orElse(named);
        return Optional.of(new PreparedTool(
                definition, CompiledSchema.of(bare), tool.run(), tool.result(), tool.terms(), tool.shadow()));
    }

    private static ObjectType bare(ObjectType type) {
        List<Parameter> properties =
                type.properties().stream().map(BareTool::bare).toList();
        ParameterType additional = type.additional();
        return new ObjectType(properties, additional == null ? null : bare(additional));
    }

    private static Parameter bare(Parameter parameter) {
        ParameterType type = bare(parameter.type());
        Parameter bare = parameter.isRequired()
                ? Parameter.required(parameter.name(), type)
                : Parameter.optional(parameter.name(), type);
        bare = bare.describedAs(parameter.description());
        return parameter.isLarge() ? bare.asLarge() : bare;
    }

    private static ParameterType bare(ParameterType type) {
        return type.byStructure(array -> new ArrayType(bare(array.items())), BareTool::bare, leaf -> leaf);
    }

    /** Reads the arguments as the tool does; returns null if they are invalid. */
    static @Nullable ObjectNode read(PreparedTool tool, ArgumentLimits limits, String text) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(limits, new SchemaCheck(tool.schema(), values));
        boolean valid = parser.append(text).finish().error().isEmpty();
        return valid && values.value().orElse(null) instanceof ObjectNode arguments ? arguments : null;
    }
}
