package demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
 * Generated from {@link RunCommand}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class RunCommandTool implements ToolSpec<RunCommand> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final RunCommandTool TOOL = new RunCommandTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "run_command";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Runs a command, one given as words, and lines of a script.";

    /**
     * The argument {@code /command}.
     */
    public static final Argument.Text COMMAND = Argument.Text.at("/command");

    /**
     * The argument {@code /words}.
     */
    public static final Argument.Text WORDS = Argument.Text.at("/words");

    /**
     * The argument {@code /script}.
     */
    public static final Argument.Text SCRIPT = Argument.Text.at("/script");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("command", ParameterType.string()),
            Parameter.required("words", ParameterType.arrayOf(ParameterType.string())),
            Parameter.required("script", ParameterType.arrayOf(ParameterType.string())));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "command":{"type":"string"},\
            "words":{"type":"array","items":{"type":"string"}},\
            "script":{"type":"array","items":{"type":"string"}}},\
            "required":["command","words","script"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.when(COMMAND.commands("rm *", "> *"), Mode.DENY)
                    .because("Files are deleted by hand."),
            RuleSpec.when(WORDS.commands("rm *"), Mode.DENY),
            RuleSpec.when(Argument.Value.at("/words").constant(JsonNodeFactory.instance.arrayNode().add(TextNode.valueOf("git")).add(TextNode.valueOf("status"))).and(WORDS.commands("git *")), Mode.ASK),
            RuleSpec.when(SCRIPT.commandLines("rm *"), Mode.DENY),
            RuleSpec.when(COMMAND.all().commands("npm test *"), Mode.ASK),
            RuleSpec.when(COMMAND.commands("git diff *", "ls *"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ASK));

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public RunCommandTool() {
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
        return other instanceof RunCommandTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public RunCommand bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new RunCommand(
                reader.at("command").text(),
                reader.at("words").list(ArgumentReader::text),
                reader.at("script").list(ArgumentReader::text));
    }
}
