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
 * Generated from the method {@code methods.Refused#requiring}. Its framework converts the arguments.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class Refused_requiringTool implements ToolSpec<ObjectNode> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final Refused_requiringTool TOOL = new Refused_requiringTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "requiring";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "";

    /**
     * The method that the framework calls.
     */
    public static final String METHOD = "methods.Refused#requiring";

    /**
     * The argument {@code /count}.
     */
    public static final Argument.Numeric COUNT = Argument.Numeric.at("/count");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA =
            ToolSchema.of(Parameter.required("count", ParameterType.integer(Integer.MIN_VALUE, Integer.MAX_VALUE)));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
        {"type":"object",\
        "properties":{\
        "count":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},\
        "required":["count"],\
        "additionalProperties":false}\
        """;

    private static final RuleList RUN = RuleList.of(RuleSpec.otherwise(Mode.ASK));

    private static final List<Requirement> REQUIRES = List.of(Requirement.allOf(List.of("nowhere")));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public Refused_requiringTool() {}

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
        return REQUIRES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Refused_requiringTool;
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
