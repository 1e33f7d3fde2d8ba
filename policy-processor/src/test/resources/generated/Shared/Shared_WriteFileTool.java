package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.json.ArgumentReader;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from {@link Shared.WriteFile}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Shared_WriteFileTool implements ToolSpec<Shared.WriteFile> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Shared_WriteFileTool TOOL = new Shared_WriteFileTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "write_file";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "path":{"type":"string"}},\
            "required":["path"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.otherwise(Mode.ASK));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Shared_WriteFileTool() {
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
        return Optional.of(RUN);
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.empty();
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN);
    }

    @Override
    public List<Requirement> requirements() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shared_WriteFileTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public Shared.WriteFile bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new Shared.WriteFile(
                reader.at("path").path());
    }
}
