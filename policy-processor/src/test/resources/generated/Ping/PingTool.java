package demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Generated;

/**
 * Generated from {@link Ping}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class PingTool implements ToolSpec<Ping> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final PingTool TOOL = new PingTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "ping";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Says that the server is there.";

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of();

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{},\
            "required":[],\
            "additionalProperties":false}""";

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public PingTool() {
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
        return other instanceof PingTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public Ping bind(ObjectNode arguments) {
        return new Ping();
    }
}
