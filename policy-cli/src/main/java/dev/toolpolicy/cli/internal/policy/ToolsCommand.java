package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.OfferedTools;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.ToolOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.config.ToolFile;
import dev.toolpolicy.config.internal.read.HostCatalog;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code tools}: prints tools as a file for {@code --tools}. */
@Command(
        name = "tools",
        header = "Prints tools as a file, by which policies are checked and tested without the program that has them.",
        description = "The file has parameters, rule lists, requirements, limits and what results bring.",
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy tools --classpath build/libs/agent.jar > tools.json")
public final class ToolsCommand extends Subcommand {
    @Option(
            names = "--catalog",
            paramLabel = "NAME",
            description = "A catalog, such as claude-code. May come several times.")
    private List<String> catalogs = List.of();

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    /** Creates the subcommand. */
    public ToolsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        OfferedTools offered = tools.load();
        List<ToolSpec<?>> all = new ArrayList<>(offered.catalog().tools());
        try {
            catalogs.forEach(
                    name -> all.addAll(HostCatalog.of(name).toolCatalog().tools()));
            console.print(ToolFile.text(ToolCatalog.of(all)).strip());
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        offered.notes().forEach(note -> console.report("left to the host: " + note));
        return ExitCode.FINE;
    }
}
