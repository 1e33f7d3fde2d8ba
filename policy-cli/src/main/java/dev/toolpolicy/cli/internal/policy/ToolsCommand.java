package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.OfferedTools;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.ToolOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.config.ToolFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The subcommand {@code tools}: prints tools as a file for {@code --tools}. */
@Command(
        name = "tools",
        header = "Prints tools as a file, by which policies are checked and tested without the program that has them.",
        description = "The file has parameters, rule lists, requirements, limits and what results bring.",
        footer = "  toolpolicy tools --classpath build/libs/agent.jar > tools.json")
public final class ToolsCommand extends Subcommand {
    @Mixin
    private final ToolOptions tools = new ToolOptions();

    /** Creates the subcommand. */
    public ToolsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        OfferedTools offered = tools.load();
        if (offered.catalog().tools().isEmpty()) {
            throw new UsageException("no tool is known: name a source by --classpath, --tools or --mcp");
        }
        console.print(ToolFile.text(offered.catalog()).strip());
        offered.notes().forEach(note -> console.report("left to the host: " + note));
        return ExitCode.FINE;
    }
}
