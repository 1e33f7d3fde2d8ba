package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.stream.Stream;

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
        return read(declared, new Problems(), List.of());
    }

    /** Reads a tool that may have more members, which others read. The problems are those found before. */
    static DeclaredTool read(JsonNode declared, Problems problems, List<String> others) {
        if (!declared.isObject()) {
            problems.add("", Words.wrongShape("a tool", "an object", declared));
            throw problems.exception();
        }
        problems.checkKeys(
                "",
                "a tool",
                declared,
                Stream.concat(KEYS.stream(), others.stream()).toList());
        JsonNode name = declared.path("name");
        if (!name.isTextual() || name.textValue().isEmpty()) {
            problems.add("/name", Words.toolName(name));
        }
        String description = problems.text(declared, "description", "");
        ToolSchema schema = schema(declared, "parameters", problems);
        if (!problems.isEmpty()) {
            throw problems.exception();
        }
        return DeclaredTool.of(name.textValue(), schema).describedAs(description);
    }

    /** Returns the object type at a key; an empty one if it has a problem. */
    static ToolSchema schema(JsonNode declared, String key, Problems problems) {
        ParameterType type = new TypeReader(problems).read(declared.path(key), "/" + key);
        if (type.kind() == ParameterType.Kind.OBJECT) {
            return new ToolSchema(type);
        } else if (problems.isEmpty()) {
            problems.add("/" + key, Words.wrongShape(Words.quoted(key), "of type object", declared.get(key)));
        }
        return ToolSchema.of();
    }
}
