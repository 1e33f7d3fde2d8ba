package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.internal.read.ToolFileReader;
import dev.toolpolicy.config.internal.write.ToolFileWriter;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of a program's tools, with which the command checks and tests policy files without the program: {@code toolpolicy
 * check policy.toml --tools tools.json}. It has what annotations, code and hosts say of each tool: parameters, facts,
 * rule lists, requirements, limits and what results bring. It has nothing of policy files, of policies and lists that
 * code adds to an engine, and of an engine's settings. Stateless.
 */
public final class ToolFile {
    private ToolFile() {}

    /**
     * Writes the tools that an engine has now.
     *
     * @param engine the engine
     * @param file the file; its folder is created, and an earlier file is replaced
     * @throws IOException if it can't be written
     * @throws IllegalArgumentException if code says of a tool what no file can say
     */
    public static void write(PolicyEngine engine, Path file) throws IOException {
        String text = text(engine);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }

    /**
     * Returns the tools that an engine has now as the text of a file.
     *
     * @param engine the engine
     * @return a JSON object with one tool a line
     * @throws IllegalArgumentException if code says of a tool what no file can say
     */
    public static String text(PolicyEngine engine) {
        EngineView view = EngineView.of(engine);
        return text(view.declared(), view.factsOfCode());
    }

    /**
     * Returns tools as the text of a file.
     *
     * @param tools the tools
     * @return a JSON object with one tool a line
     * @throws IllegalArgumentException if code says of a tool what no file can say
     */
    public static String text(ToolCatalog tools) {
        return text(tools, ToolSchema.of());
    }

    private static String text(ToolCatalog tools, ToolSchema facts) {
        JsonNode file = ToolFileWriter.write(tools.tools(), facts);
        StringBuilder text = new StringBuilder("{\"" + ToolFileReader.EDITION + "\": 1, \"tools\": [");
        String separator = "\n";
        for (JsonNode tool : file.get("tools")) {
            text.append(separator).append(tool);
            separator = ",\n";
        }
        return text.append("\n]}\n").toString();
    }

    /**
     * Reads the tools of a file. Each of them has the same answers as the tool that was written.
     *
     * @param file a file that {@link #write} or {@code toolpolicy tools} has written
     * @return the tools; their handlers get a JSON object
     * @throws IOException if it can't be read, or isn't JSON
     * @throws InvalidPolicyException if anything in it is unknown or wrong
     * @throws IllegalArgumentException if two tools have the same name
     */
    public static ToolCatalog read(Path file) throws IOException {
        try {
            return ToolFileReader.read(StrictJson.standard().read(Files.readString(file)));
        } catch (MalformedJsonException e) {
            throw new IOException(file + ":" + e.line() + ":" + e.column() + ": " + e.getMessage(), e);
        }
    }
}
