package dev.toolpolicy.cli.internal.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.ToolFile;
import dev.toolpolicy.config.host.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of tools: one that a program has written, or a JSON array of objects with the members {@code name}, {@code
 * description} and {@code parameters}, {@code inputSchema} or {@code input_schema}, or an object with such an array as
 * {@code tools}. Objects of the form {@code {"type": "function", "function": {...}}} are taken too.
 */
final class ToolList {
    private static final List<String> SCHEMAS = List.of("parameters", "inputSchema", "input_schema");

    private ToolList() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @param written takes the tools that a program has written with their lists
     * @return its other tools, in order
     * @throws UsageException if it can't be read, or isn't such a file
     */
    static List<HostTool> read(Path file, List<ToolSpec<?>> written) throws UsageException {
        JsonNode json;
        try {
            json = StrictJson.standard().read(Files.readString(UsageException.requireFile(file)));
        } catch (MalformedJsonException e) {
            throw new UsageException(
                    file + ":" + e.line() + ":" + e.column() + ": not a file of tools: " + e.getMessage());
        } catch (IOException e) {
            throw new UsageException("can't read " + file + ": " + e.getClass().getSimpleName());
        }
        if (json.path("tools").isObject()) {
            written.addAll(ToolFile.read(file).tools());
            return List.of();
        }
        JsonNode list = json.isObject() ? json.path("tools") : json;
        if (!list.isArray()) {
            throw new UsageException(file
                    + ": not a file of tools: write [{\"name\": ..., \"description\": ..., \"parameters\": {...}}]");
        }
        List<HostTool> tools = new ArrayList<>();
        for (JsonNode each : list) {
            tools.add(tool(file, tools.size() + 1, each.path("function").isObject() ? each.path("function") : each));
        }
        return tools;
    }

    private static HostTool tool(Path file, int number, JsonNode tool) throws UsageException {
        List<String> given = SCHEMAS.stream().filter(tool::has).toList();
        if (!tool.path("name").isTextual() || given.size() > 1) {
            throw new UsageException(file + ": tool " + number
                    + (given.size() > 1 ? " has both " + String.join(" and ", given) : " has no name"));
        }
        JsonNode schema =
                given.isEmpty() ? JsonNodeFactory.instance.objectNode().put("type", "object") : tool.get(given.get(0));
        return new HostTool(tool.path("name").asText(), tool.path("description").asText(), schema);
    }
}
