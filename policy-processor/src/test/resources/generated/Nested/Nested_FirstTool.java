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
 * Generated from {@link Nested.First}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Nested_FirstTool implements ToolSpec<Nested.First> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Nested_FirstTool TOOL = new Nested_FirstTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "b_tool";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The argument {@code /size}.
     */
    public static final Argument.Value SIZE = Argument.Value.at("/size");

    /**
     * The argument {@code /size/width}.
     */
    public static final Argument.Numeric SIZE_WIDTH = Argument.Numeric.at("/size/width");

    /**
     * The argument {@code /other}.
     */
    public static final Argument.Text OTHER = Argument.Text.at("/other");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("size", ParameterType.objectOf(
                    Parameter.required("width", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)))),
            Parameter.required("other", ParameterType.string("S", "M", "L")));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "size":{"type":"object","properties":{"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["width"],"additionalProperties":false},\
            "other":{"type":"string","enum":["S","M","L"]}},\
            "required":["size","other"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.otherwise(Mode.ASK));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Nested_FirstTool() {
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
        return other instanceof Nested_FirstTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public Nested.First bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new Nested.First(
                readSize(reader.at("size")),
                readSize_2(reader.at("other")));
    }

    private static Nested.Size readSize(ArgumentReader reader) {
        return new Nested.Size(
                reader.at("width").intValue());
    }

    private static Nested.Other.Size readSize_2(ArgumentReader reader) {
        return switch (reader.text()) {
            case "S" -> Nested.Other.Size.S;
            case "M" -> Nested.Other.Size.M;
            case "L" -> Nested.Other.Size.L;
            default -> throw reader.notOneOf("S", "M", "L");
        };
    }
}
