package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;

/**
 * Reads a tool that is declared in data: {@code name}, {@code description} and {@code parameters}, an object type with
 * its {@code properties}. The types are those of the specification ({@code path} and {@code any} among them), not all
 * of JSON Schema. Stateless.
 */
public final class ToolReader {
    private static final List<String> KEYS = List.of("name", "description", "parameters");

    private ToolReader() {}

    /**
     * Reads a tool.
     *
     * @param declared the declaration
     * @return the tool, without rules
     * @throws InvalidPolicyException if anything is wrong with it; it says everything that is
     */
    public static DeclaredTool read(JsonNode declared) {
        Problems problems = new Problems();
        if (!declared.isObject()) {
            problems.add("", Words.wrongShape("a tool", "an object", declared));
            problems.throwIfAny();
        }
        problems.checkKeys("", "a tool", declared, KEYS);
        JsonNode name = declared.path("name");
        if (!name.isTextual() || name.textValue().isEmpty()) {
            problems.add("/name", Words.toolName(name));
        }
        String description = problems.text(declared, "description", "");
        ParameterType type = new TypeReader(problems, false).read(declared.path("parameters"), "/parameters");
        if (type.kind() != ParameterType.Kind.OBJECT && problems.isEmpty()) {
            JsonNode other = declared.get("parameters");
            problems.add("/parameters", Words.wrongShape("\"parameters\"", "of type object", other));
        }
        problems.throwIfAny();
        return DeclaredTool.of(name.textValue(), new ToolSchema(type)).describedAs(description);
    }
}
