package dev.toolpolicy.config;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.internal.write.ToolWriter;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of a program's tools, with which the command checks and tests policy files without the program: {@code toolpolicy
 * check policy.toml --tools tools.json}. It is a policy file in JSON that declares the tools, with what annotations, code
 * and hosts say of each: parameters, facts, rule lists without their examples, requirements, limits and what results
 * bring. It has nothing of policy files, of policies and lists that code adds to an engine, and of an engine's settings.
 * Stateless.
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
     * @return a JSON object
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
     * @return a JSON object
     * @throws IllegalArgumentException if code says of a tool what no file can say
     */
    public static String text(ToolCatalog tools) {
        return text(tools, ToolSchema.of());
    }

    /** Returns the text, which has been read again: what would be another tool is refused. */
    private static String text(ToolCatalog tools, ToolSchema facts) {
        String text = ToolWriter.write(tools.tools(), facts).toPrettyString() + "\n";
        ToolCatalog read;
        try {
            read = ConfiguredCatalog.declaredBy(PolicyConfiguration.of(ConfigurationFormat.JSON, "tools", text));
        } catch (InvalidPolicyException e) {
            throw new IllegalArgumentException("no file can say what code says of these tools: " + e.getMessage(), e);
        }
        for (ToolSpec<?> tool : tools.tools()) {
            if (!words(tool).equals(read.find(tool.name()).map(ToolFile::words).orElse(""))) {
                throw new IllegalArgumentException(
                        "no file can say what code says of the tool \"" + tool.name() + "\"");
            }
        }
        return text;
    }

    private static String words(ToolSpec<?> tool) {
        return ToolWriter.write(List.of(tool), tool.facts()).get("tools").toString()
                + tool.run()
                + tool.result()
                + tool.requirements()
                + tool.limits()
                + tool.results();
    }

    /**
     * Reads the tools of a file. Each of them has the same answers as the tool that was written.
     *
     * @param file a file that {@link #write} or {@code toolpolicy tools} has written
     * @return the tools; their handlers get a JSON object
     * @throws InvalidPolicyException if it can't be read, or anything in it is wrong
     */
    public static ToolCatalog read(Path file) {
        return ConfiguredCatalog.declaredBy(PolicyConfiguration.read(file, ConfigurationFormat.JSON));
    }
}
