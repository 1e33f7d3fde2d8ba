package dev.toolpolicy.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.util.List;
import java.util.stream.Collectors;

/** Tools that the tests configure, and shorthand to do so. */
public final class ConfigurationTools {
    public static final DeclaredTool MODIFY = DeclaredTool.of(
            "fs_modify_file",
            ToolSchema.of(
                    Parameter.required("path", ParameterType.path()),
                    Parameter.optional("lines", ParameterType.integer()),
                    Parameter.optional("paths", ParameterType.arrayOf(ParameterType.path()))));
    public static final DeclaredTool MOVE = DeclaredTool.of(
            "fs_move_file",
            ToolSchema.of(
                    Parameter.required("source", ParameterType.path()),
                    Parameter.required("target", ParameterType.path())));
    public static final DeclaredTool BASH =
            DeclaredTool.of("bash", ToolSchema.of(Parameter.required("command", ParameterType.string())));
    static final ToolCatalog TOOLS = ToolCatalog.of(List.of(MODIFY, MOVE, BASH));

    private ConfigurationTools() {}

    public static PolicyConfiguration toml(String text) {
        return toml("policy.toml", text);
    }

    public static PolicyConfiguration toml(String source, String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, source, text);
    }

    public static PolicyConfiguration json(String text) {
        return PolicyConfiguration.of(ConfigurationFormat.JSON, "policy.json", text.replace('\'', '"'));
    }

    public static ConfiguredCatalog configured(PolicyConfiguration... layers) {
        return ConfiguredCatalog.of(TOOLS, List.of(layers), PathReading.PLAIN);
    }

    /** Every message, as it is printed. */
    public static String printed(PolicyConfiguration... layers) {
        return configured(layers).problems().stream()
                .map(PolicyProblem::message)
                .collect(Collectors.joining("\n"));
    }

    /** Every message, as it is printed, but for the pages of the codes. */
    public static String messages(PolicyConfiguration... layers) {
        return PageLines.cut(printed(layers));
    }

    /** The places, severities and codes of all problems. */
    public static List<String> found(PolicyConfiguration... layers) {
        return configured(layers).problems().stream()
                .map(each ->
                        each.place().orElseThrow() + " " + each.diagnostic().code())
                .toList();
    }

    public static RuleList run(ConfiguredCatalog configured, String tool) {
        return configured.tools().find(tool).orElseThrow().run().orElse(RuleList.empty());
    }

    public static RuleList always(Mode mode) {
        return RuleList.always(mode);
    }

    public static ObjectNode arguments(String json) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
