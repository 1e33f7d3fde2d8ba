package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.agents.importing.ImportedPolicy;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.importing.PermissionList;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code import}: writes the permission list of another agent as a policy file, with a report. */
@Command(
        name = "import",
        header = "Writes the permission list of another agent as a policy file, and reports on each rule.",
        description = {
            "No call that a rule of the list asks about or denies is allowed by the policy file. Without --output, the"
                    + " policy goes to standard output and the report to standard error.",
            "Ends with exit code 0 if every rule was said or has no effect, 2 if a rule was refused, and 1 if nothing"
                    + " could be written."
        },
        exitCodeOnInvalidInput = ImportCommand.NOTHING_WRITTEN,
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy import claude .claude/settings.json --output policy.toml",
            "  toolpolicy import auto ~/.codex/rules/default.rules --home ~",
            "  toolpolicy import opencode ~/.config/opencode/opencode.json opencode.json --home ~"
        })
public final class ImportCommand extends Subcommand {
    private static final int SAID = 0;
    static final int NOTHING_WRITTEN = 1;
    private static final int REFUSED = 2;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            description =
                    "auto, claude, claude-allowed-tools, opencode, codex, gemini, cursor, kiro, amazonq, qwen, amp,"
                            + " cagent, vscode, augment or continue.")
    private String format = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files that the agent joins, in its order.")
    private List<Path> files = List.of();

    /** The owner of the files. */
    private enum Owner {
        PROJECT,
        USER
    }

    @Mixin
    private final WrittenFile output = new WrittenFile();

    @Option(names = "--workspace", paramLabel = "DIR", description = "The workspace; by default the current directory.")
    private Path workspace = Path.of("");

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The home directory. Without it, rules about paths behind ~ can't be said.")
    private @Nullable Path home;

    @Option(
            names = "--scope",
            paramLabel = "OWNER",
            description = "Whose the files are: project or user. Their paths say it by default.")
    private @Nullable Owner scope;

    @Option(names = "--host-defaults", description = "Adds what the agent allows without a rule.")
    private boolean hostDefaults;

    @Option(names = "--intended", description = "Imports denying and asking rules without effect as they were meant.")
    private boolean intended;

    @Option(
            names = "--without-hooks",
            description = "Lets rules allow calls that a hook of the agent may stop. They ask by default.")
    private boolean withoutHooks;

    /** Creates the subcommand. */
    public ImportCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        Optional<ListFormat> named = ListFormat.of(format);
        if (named.isEmpty() && !format.equals("auto")) {
            console.report("there is no format \"" + format + "\"; formats are auto, "
                    + String.join(", ", ListFormat.words()));
            return NOTHING_WRITTEN;
        }
        try {
            for (Path file : files) {
                UsageException.requireFile(file);
            }
            Path[] lists = files.toArray(Path[]::new);
            PermissionList list =
                    named.isPresent() ? PermissionList.read(named.get(), lists) : PermissionList.read(lists);
            ImportedPolicy imported = settings(list).toPolicy();
            output.write(console, imported.policy(), asJson() ? imported.json() : null, "policy", imported.report());
            return imported.count(ImportedPolicy.Effect.REFUSED) > 0 ? REFUSED : SAID;
        } catch (FileAlreadyExistsException e) {
            console.report(e.getFile() + " exists; --force replaces it");
        } catch (IOException e) {
            console.report("a file can't be read or written: " + e.getMessage());
        } catch (UsageException | ListRefusedException e) {
            console.report(String.valueOf(e.getMessage()));
        }
        return NOTHING_WRITTEN;
    }

    private PermissionList settings(PermissionList list) {
        PermissionList settings = list.withWorkspace(workspace.toAbsolutePath().normalize())
                .withHostDefaults(hostDefaults)
                .withIntendedRules(intended)
                .withoutHooks(withoutHooks);
        if (home != null) {
            settings = settings.withHome(home.toAbsolutePath().normalize());
        }
        return scope == null ? settings : settings.withUserFiles(scope == Owner.USER);
    }
}
