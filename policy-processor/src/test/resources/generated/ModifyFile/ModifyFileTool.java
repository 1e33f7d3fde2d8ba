package demo;

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
 * Generated from {@link ModifyFile}.
 */
@Generated("dev.toolpolicy.processor.ToolProcessor")
public final class ModifyFileTool implements ToolSpec<ModifyFile> {
    /**
     * The tool, for handlers and catalogs.
     */
    public static final ModifyFileTool TOOL = new ModifyFileTool();

    /**
     * The tool's name, as models see it.
     */
    public static final String NAME = "fs_modify_file";

    /**
     * The tool's description for models.
     */
    public static final String DESCRIPTION = "Replaces text in a file.";

    /**
     * The argument {@code /path}.
     */
    public static final Argument.Text PATH = Argument.Text.at("/path");

    /**
     * The argument {@code /patterns}.
     */
    public static final Argument.Value PATTERNS = Argument.Value.at("/patterns");

    /**
     * The argument {@code /patterns/find}.
     */
    public static final Argument.Text PATTERNS_FIND = Argument.Text.at("/patterns/find");

    /**
     * The argument {@code /patterns/with}.
     */
    public static final Argument.Text PATTERNS_WITH = Argument.Text.at("/patterns/with");

    /**
     * The tool's parameters.
     */
    public static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.required("path", ParameterType.path())
                    .describedAs("The file to change."),
            Parameter.required("patterns", ParameterType.arrayOf(ParameterType.objectOf(
                    Parameter.required("find", ParameterType.string())
                            .describedAs("what is replaced"),
                    Parameter.optional("with", ParameterType.string())
                            .withDefault(TextNode.valueOf(""))
                            .describedAs("what it becomes; nothing unless given"))))
                    .describedAs("Replacements, in order."));

    /**
     * The tool's parameters as JSON Schema, as models see them.
     */
    public static final String JSON_SCHEMA = """
            {"type":"object",\
            "properties":{\
            "path":{"type":"string","description":"The file to change."},\
            "patterns":{"type":"array","items":{"type":"object","properties":{"find":{"type":"string","description":"what is replaced"},"with":{"type":"string","description":"what it becomes; nothing unless given","default":""}},"required":["find"],"additionalProperties":false},"description":"Replacements, in order."}},\
            "required":["path","patterns"],\
            "additionalProperties":false}""";

    private static final RuleList RUN = RuleList.of(
            RuleSpec.when(PATH.prefix("src/sensitive/"), Mode.ASK),
            RuleSpec.when(PATTERNS_FIND.constant(""), Mode.DENY),
            RuleSpec.when(PATTERNS_FIND.prefix("// "), Mode.ASK),
            RuleSpec.when(PATH.prefix("src/"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ASK));

    private static final RuleList RESULT = RuleList.of(
            RuleSpec.otherwise(Mode.ALLOW));

    private static final List<Requirement> REQUIRES = List.of(
            Requirement.sameKey(List.of("fs_read_file"), Requirement.Key.at("/path")).asExternal());

    /**
     * Creates the definition. Instances are stateless and interchangeable.
     */
    public ModifyFileTool() {
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
        return Optional.of(RESULT);
    }

    @Override
    public boolean isChecked(RuleList rules, ToolSchema parameters, int edition) {
        return edition == 4 && parameters == SCHEMA && (rules == RUN || rules == RESULT);
    }

    @Override
    public List<Requirement> requirements() {
        return REQUIRES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ModifyFileTool;
    }

    @Override
    public int hashCode() {
        return NAME.hashCode();
    }

    @Override
    public ModifyFile bind(ObjectNode arguments) {
        ArgumentReader reader = ArgumentReader.of(arguments);
        return new ModifyFile(
                reader.at("path").path(),
                reader.at("patterns").list(ModifyFileTool::readReplacement));
    }

    private static ModifyFile.Replacement readReplacement(ArgumentReader reader) {
        return new ModifyFile.Replacement(
                reader.at("find").text(),
                reader.at("with").text());
    }
}
