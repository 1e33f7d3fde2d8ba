package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.json.ArgumentReader;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from {@link Nested.Second}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Nested_SecondTool implements ToolSpec<Nested.Second> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Nested_SecondTool TOOL = new Nested_SecondTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "a_tool";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The argument {@code /schema}.
     */
    public static final Argument.Text SCHEMA_ARGUMENT = Argument.Text.at("/schema");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.string()),
            Parameter.required("schema", ParameterType.string()));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "path":{"type":"string"},\
            "schema":{"type":"string"}},\
            "required":["path","schema"],\
            "additionalProperties":false}""";

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Nested_SecondTool() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public ToolSchema schema() {
        return SCHEMA;
    }

    @Override
    public String jsonSchema() {
        return JSON_SCHEMA;
    }

    @Override
    public Optional<RuleList> run() {
        return Optional.empty();
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.empty();
    }

    @Override
    public List<Requirement> requirements() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Nested_SecondTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public Nested.Second bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new Nested.Second(
                reader.at("path").text(),
                reader.at("schema").text());
    }
}
