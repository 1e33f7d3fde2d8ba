package dev.toolpolicy.cli.internal.command;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.internal.gateway.ServerTools;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say where tools come from, beside policy files and the command's own class path. */
public final class ToolOptions {
    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "Jars and directories with annotated tools, separated as on a class path.")
    private String classpath = "";

    @Option(
            names = "--tools",
            paramLabel = "FILE",
            description =
                    "A file of tools that \"toolpolicy tools\" or ToolFile in Java has written, or a JSON array of"
                            + " {name, description, parameters}, parameters being a JSON Schema; also inputSchema or"
                            + " input_schema. May come several times.")
    private List<Path> files = List.of();

    @Option(
            names = "--mcp",
            paramLabel = "SERVER",
            description = "An MCP server that is asked for its tools: a command or a URL. May come several times.")
    private List<String> servers = List.of();

    @Option(
            names = "--mcp-time",
            paramLabel = "SECONDS",
            description = "The time in which an MCP server must answer, default ${DEFAULT-VALUE}.")
    private int serverSeconds = 60;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Loads the tools.
     *
     * @return all tools; none if all of them are declared in policy files
     * @throws UsageException if a source can't be read, or two tools have the same name
     */
    public OfferedTools load() throws UsageException {
        List<ToolSpec<?>> tools = new ArrayList<>(compiled());
        List<HostTool> described = described(tools);
        try {
            if (described.isEmpty()) {
                return new OfferedTools(ToolCatalog.of(tools), List.of());
            }
            HostTools hosted = HostPolicies.of().start(described);
            tools.addAll(hosted.engine().tools().tools());
            return new OfferedTools(ToolCatalog.of(tools), hosted.notes());
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the tools that files and servers describe by JSON Schema, and adds those that programs have written. */
    private List<HostTool> described(List<ToolSpec<?>> written) throws UsageException {
        Duration time = Duration.ofSeconds(UsageException.requireBounds("--mcp-time", serverSeconds, 1, 3600));
        List<HostTool> described = new ArrayList<>();
        for (Path file : files) {
            described.addAll(ToolList.read(file, written));
        }
        for (String server : servers) {
            ServerTools asked = McpServer.ask(server, time);
            asked.problems()
                    .forEach(line -> command.commandLine()
                            .getErr()
                            .println(VisibleText.line(server + ": " + line, VisibleText.DETAIL)));
            described.addAll(asked.tools());
        }
        return described;
    }

    private List<ToolSpec<?>> compiled() throws UsageException {
        ClassLoader own = ToolOptions.class.getClassLoader();
        if (classpath.isEmpty()) {
            return hasTools(own) ? ToolCatalog.load(own).tools() : List.of();
        }
        List<URL> urls = new ArrayList<>();
        for (String entry : classpath.split(File.pathSeparator)) {
            urls.add(url(Path.of(entry)));
        }
        // Stays open until the command ends: definitions load their records and lambdas late.
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), own);
        if (!hasTools(loader)) {
            throw new UsageException("--classpath " + classpath + " has no tools: compile them with policy-processor");
        }
        return ToolCatalog.load(loader).tools();
    }

    private static URL url(Path entry) throws UsageException {
        if (!Files.exists(entry)) {
            throw new UsageException("--classpath: there is no file " + entry);
        }
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UsageException("--classpath: can't read " + entry);
        }
    }

    private static boolean hasTools(ClassLoader loader) {
        return ServiceLoader.load(ToolCatalog.Provider.class, loader)
                .findFirst()
                .isPresent();
    }
}
