package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.internal.export.ExportedList;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.config.PolicyConfiguration;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code export}: writes a policy as the permission list of another agent, with a report. */
@Command(
        name = "export",
        header = "Writes a policy as the permission list of another agent, and reports on each rule.",
        description = {
            "No call that the policy asks about or denies is allowed by the list. Without --output, the list goes to"
                    + " standard output and the report to standard error.",
            "Ends with exit code 1 if the agent can only ask about calls that the policy denies."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy export claude policy.toml --output .claude/settings.json",
            "  toolpolicy export codex platform.toml policy.toml --output ~/.codex/rules/policy.rules"
        })
public final class ExportCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FORMAT", description = "claude, codex or gemini.")
    private String format = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            arity = "1..*",
            description = "The policy files, as layers in order.")
    private List<Path> files = List.of();

    @Mixin
    private final WrittenFile output = new WrittenFile();

    @Option(names = "--workspace", paramLabel = "DIR", description = "The workspace; by default the current directory.")
    private Path workspace = Path.of("");

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The home directory; by default the user's. Paths behind ~ are below it.")
    private Path home = Path.of(System.getProperty("user.home"));

    /** Creates the subcommand. */
    public ExportCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        ListFormat named = ListFormat.of(format)
                .filter(ExportedList::isWritten)
                .orElseThrow(() -> new UsageException(
                        "no list of the format \"" + format + "\" can be written; formats are claude, codex, gemini"));
        List<PolicyConfiguration> layers = new ArrayList<>();
        for (Path file : files) {
            UsageException.requireFile(file);
            layers.add(PolicyConfiguration.read(file));
        }
        Optional<String> other = ExportedList.otherHost(named, layers);
        if (other.isPresent()) {
            throw new UsageException(other.get());
        }
        try {
            ExportedList list = ExportedList.of(
                    named,
                    layers,
                    workspace.toAbsolutePath().normalize(),
                    home.toAbsolutePath().normalize());
            output.write(console, list.list(), asJson() ? list.json() : null, "list", list.report());
            return list.isLossy() ? ExitCode.FINDINGS : ExitCode.FINE;
        } catch (FileAlreadyExistsException e) {
            throw new UsageException(e.getFile() + " exists; --force replaces it");
        } catch (IOException e) {
            throw new UsageException("a file can't be written: " + e.getMessage());
        } catch (ListRefusedException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
