package methods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from the method {@code methods.Refused#twoOfThem}. Its framework converts the arguments.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Refused_twoOfThemTool implements ToolSpec<ObjectNode> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Refused_twoOfThemTool TOOL = new Refused_twoOfThemTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "twoOfThem";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The method that the framework calls.
     */
    public static final String METHOD = "methods.Refused#twoOfThem";

    /**
     * The argument {@code /a}.
     */
    public static final Argument.Text A = Argument.Text.at("/a");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("a", ParameterType.string()));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
        {"type":"object",\
        "properties":{\
        "a":{"type":"string"}},\
        "required":["a"],\
        "additionalProperties":false}\
        """;

    private static final RuleList RUN = RuleList.of(RuleSpec.otherwise(Mode.ASK));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Refused_twoOfThemTool() {}

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
    public List<Requirement> requirements() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Refused_twoOfThemTool;
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
