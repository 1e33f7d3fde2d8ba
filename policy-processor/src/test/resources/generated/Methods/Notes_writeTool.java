package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
 * Generated from the method {@code demo.Notes#write}. Its framework converts the arguments.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Notes_writeTool implements ToolSpec<ObjectNode> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Notes_writeTool TOOL = new Notes_writeTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "write_note";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The method that the framework calls.
     */
    public static final String METHOD = "demo.Notes#write";

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The argument {@code /lines}.
     */
    public static final Argument.Value LINES = Argument.Value.at("/lines");

    /**
     * The argument {@code /lines/text}.
     */
    public static final Argument.Text LINES_TEXT = Argument.Text.at("/lines/text");

    /**
     * The argument {@code /lines/number}.
     */
    public static final Argument.Numeric LINES_NUMBER = Argument.Numeric.at("/lines/number");

    /**
     * The argument {@code /level}.
     */
    public static final Argument.Text LEVEL = Argument.Text.at("/level");

    /**
     * The argument {@code /method}.
     */
    public static final Argument.Text METHOD_ARGUMENT = Argument.Text.at("/method");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path()),
            Parameter.required("lines", ParameterType.arrayOf(ParameterType.objectOf(
                    Parameter.required("text", ParameterType.string()),
                    Parameter.required("number", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE))))),
            Parameter.optional("level", ParameterType.string("LOW", "HIGH"))
                    .withDefault(TextNode.valueOf("LOW")),
            Parameter.required("method", ParameterType.string()));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "path":{"type":"string"},\
            "lines":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["text","number"],"additionalProperties":false}},\
            "level":{"type":"string","enum":["LOW","HIGH"],"default":"LOW"},\
            "method":{"type":"string"}},\
            "required":["path","lines","method"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.otherwise(Mode.ASK));

    private static final List<Requirement> REQUIRES = List.of(
            Requirement.sameKey(List.of("read"), Requirement.Key.at("/path")).because("Lines move."));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Notes_writeTool() {
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
        return Optional.empty();
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN);
    }

    @Override
    public List<Requirement> requirements() {
        return REQUIRES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Notes_writeTool;
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
