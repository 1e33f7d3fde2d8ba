package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
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
 * Generated from the method {@code demo.Notes#read}. Its framework converts the arguments.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Notes_readTool implements ToolSpec<ObjectNode> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Notes_readTool TOOL = new Notes_readTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "read";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Reads a note.\nOnly those below notes/.";

    /**
     * The method that the framework calls.
     */
    public static final String METHOD = "demo.Notes#read";

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path())
                    .describedAs("the note"));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "path":{"type":"string","description":"the note"}},\
            "required":["path"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.when(PATH.prefix("notes/"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.DENY));

    private static final RuleList RESULT = RuleList.of(
            RuleSpec.otherwise(Mode.ALLOW));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Notes_readTool() {
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
    public Optional<String> hostMethod() {
        return Optional.of(METHOD);
    }

    @Override
    public Optional<RuleList> run() {
        return Optional.of(RUN);
    }

    @Override
    public Optional<RuleList> result() {
        return Optional.of(RESULT);
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN || rules == RESULT);
    }

    @Override
    public List<Requirement> requirements() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Notes_readTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public ObjectNode bind(ObjectNode arguments) {
        return arguments.deepCopy();
    }
}
