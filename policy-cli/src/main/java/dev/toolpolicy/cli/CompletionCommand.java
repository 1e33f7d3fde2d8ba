package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The subcommand {@code completion}: prints a script that completes commands in a shell. */
@Command(
        name = "completion",
        header = "Prints a script by which a shell completes commands and options.",
        footerHeading = "%nExample, for ~/.bashrc or ~/.zshrc:%n",
        footer = "  source <(toolpolicy completion bash)")
final class CompletionCommand extends Subcommand {
    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell = Shell.BASH;

    /** The shells that know this kind of script. */
    private enum Shell {
        BASH,
        ZSH
    }

    CompletionCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash("toolpolicy", ToolPolicyCommand.all(console));
        if (asJson()) {
            console.print(JsonNodeFactory.instance
                    .objectNode()
                    .put("shell", shell.name().toLowerCase(Locale.ROOT))
                    .put("script", script));
        } else {
            console.print(script);
        }
        return ExitCode.FINE;
    }
}
