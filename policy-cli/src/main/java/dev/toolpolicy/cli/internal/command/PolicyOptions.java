package dev.toolpolicy.cli.internal.command;

import com.fasterxml.jackson.core.JsonPointer;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.document.FileScope;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of subcommands that build an engine from policy files. */
public final class PolicyOptions {
    /** Where tools come from, as help. */
    public static final String SOURCES =
            "say where tools come from: --tools, --classpath, --mcp, or a catalog in the file";

    @Option(
            names = "--root",
            paramLabel = "POINTER",
            description = "Where the table tools is in the files, such as /conversation.")
    private String root = "";

    @Option(
            names = "--only",
            paramLabel = "FILE=TOOLS",
            description = "Reads a file for some tools only, such as crm.toml=crm_*; several names have commas between"
                    + " them. What it says of other tools is an error.")
    private Map<Path, String> only = Map.of();

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    @Mixin
    private final PathOptions paths = new PathOptions();

    /**
     * Returns a builder for an engine that judges policies: with the tools, the paths and the files as layers.
     *
     * @param files the policy files, in order
     * @throws UsageException if a file is missing, or an option is wrong
     */
    public PolicyEngineBuilder engine(List<Path> files) throws UsageException {
        return engine(tools(), files, List.of());
    }

    /**
     * Returns a builder for an engine that judges policies: with these tools, the paths and the files as layers.
     *
     * @param offered the tools
     * @param files the policy files, in order
     * @param others the policy files beside them, which {@code --only} may name
     * @throws UsageException if a file is missing, or an option is wrong
     */
    public PolicyEngineBuilder engine(OfferedTools offered, List<Path> files, List<Path> others) throws UsageException {
        for (Path scoped : only.keySet()) {
            if (!files.contains(scoped) && !others.contains(scoped)) {
                throw new UsageException("--only names " + scoped + ", which isn't one of the policy files");
            }
        }
        return PolicyEngine.builder()
                .tools(offered.catalog())
                .configuration(layers(files))
                .sessions(SessionSettings.inMemory().withCountsApart())
                .paths(paths.judging());
    }

    /**
     * Reads policy files.
     *
     * @param files the files, in order
     * @throws UsageException if a file is missing
     */
    public PolicyConfiguration[] layers(List<Path> files) throws UsageException {
        PolicyConfiguration[] layers = new PolicyConfiguration[files.size()];
        for (int i = 0; i < layers.length; i++) {
            layers[i] = configuration(files.get(i));
        }
        return layers;
    }

    /**
     * Loads the tools that the options name.
     *
     * @throws UsageException if a source of tools can't be read
     */
    public OfferedTools tools() throws UsageException {
        return tools.load();
    }

    /**
     * Returns how the service reads paths.
     *
     * @throws UsageException if a directory is not an absolute path
     */
    public NormalPath.Form form() throws UsageException {
        return paths.judging().form();
    }

    /**
     * Returns how the service reads paths, for deciding calls.
     *
     * @throws UsageException if a directory is not an absolute path
     */
    PathSettings paths() throws UsageException {
        return paths.settings();
    }

    private PolicyConfiguration configuration(Path file) throws UsageException {
        UsageException.requireFile(file);
        PolicyConfiguration read = PolicyConfiguration.read(file);
        PolicyConfiguration rooted = root.isEmpty() ? read : read.at(root(root));
        String scope = only.get(file);
        try {
            return scope == null ? rooted : rooted.only(FileScope.of(scope).toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--only " + file + "=" + scope + ": " + e.getMessage());
        }
    }

    private static String root(String pointer) throws UsageException {
        try {
            JsonPointer.compile(pointer);
            return pointer;
        } catch (IllegalArgumentException e) {
            throw new UsageException("--root needs a JSON Pointer, such as --root /conversation");
        }
    }

    /** Declares a tool that an engine lacks, if it may come later. It accepts any arguments. */
    public static void declareLater(PolicyEngine engine, String tool) {
        if (engine.tools().find(tool).isEmpty()
                && EngineView.of(engine).later().stream().anyMatch(name -> ToolNames.fits(name, tool))) {
            engine.replace(DeclaredTool.of(tool, EngineView.ANYTHING));
        }
    }

    /**
     * Finds a tool.
     *
     * @throws UsageException if there is no tool with this name; the message lists those there are
     */
    public static ToolSpec<?> tool(ToolCatalog catalog, String name) throws UsageException {
        return catalog.find(name).orElseThrow(() -> {
            List<String> known =
                    catalog.tools().stream().map(ToolSpec::name).sorted().toList();
            String help = known.isEmpty()
                    ? SOURCES
                    : Words.nearest(name, known).map(Words::didYouMean).orElse("tools are " + String.join(", ", known));
            return new UsageException("no tool is named " + Words.quoted(name) + "; " + help);
        });
    }
}
