package dev.toolpolicy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.toolpolicy.cli.internal.agents.HookCommand;
import dev.toolpolicy.cli.internal.agents.McpCommand;
import dev.toolpolicy.cli.internal.agents.ProxyCommand;
import dev.toolpolicy.cli.internal.approvals.ApprovalsCommand;
import dev.toolpolicy.cli.internal.audit.AuditCommand;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.cli.internal.decide.DecideCommand;
import dev.toolpolicy.cli.internal.decide.ReplayCommand;
import dev.toolpolicy.cli.internal.policy.CheckCommand;
import dev.toolpolicy.cli.internal.policy.DiffCommand;
import dev.toolpolicy.cli.internal.policy.ExplainCommand;
import dev.toolpolicy.cli.internal.policy.ExportCommand;
import dev.toolpolicy.cli.internal.policy.ImportCommand;
import dev.toolpolicy.cli.internal.policy.SchemaCommand;
import dev.toolpolicy.cli.internal.policy.SurfaceCommand;
import dev.toolpolicy.cli.internal.policy.ToolsCommand;
import dev.toolpolicy.cli.internal.policy.WitnessesCommand;
import dev.toolpolicy.cli.internal.test.ProveCommand;
import dev.toolpolicy.cli.internal.test.TestCommand;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command: finds the subcommand, runs it, and turns its failures into messages and exit codes. */
final class ToolPolicyCommand {
    /** The subcommands. A new one is a class with picocli's annotations, and a line here. */
    private static final List<Named> SUBCOMMANDS = List.of(
            new Named("check", CheckCommand::new),
            new Named("explain", ExplainCommand::new),
            new Named("witnesses", WitnessesCommand::new),
            new Named("diff", DiffCommand::new),
            new Named("decide", DecideCommand::new),
            new Named("replay", ReplayCommand::new),
            new Named("test", TestCommand::new),
            new Named("prove", ProveCommand::new),
            new Named("surface", SurfaceCommand::new),
            new Named("import", ImportCommand::new),
            new Named("export", ExportCommand::new),
            new Named("audit", AuditCommand::new),
            new Named("approvals", ApprovalsCommand::new),
            new Named("schema", SchemaCommand::new),
            new Named("tools", ToolsCommand::new),
            new Named("hook", HookCommand::new),
            new Named("mcp", McpCommand::new),
            new Named("proxy", ProxyCommand::new),
            new Named("completion", CompletionCommand::new));

    private record Named(String name, Function<Console, Callable<Integer>> create) {}

    /** The command without a subcommand. */
    @Command(
            name = "toolpolicy",
            header = "Decides whether the tool calls of language models may run, by policies in files.",
            description = "toolpolicy COMMAND --help shows the options of a command and an example.",
            synopsisSubcommandLabel = "COMMAND",
            commandListHeading = "%nCommands:%n",
            footer = {
                "",
                "Exit code: 0 if all is fine, 1 for findings, 2 if the command couldn't do its work; those of import"
                        + " are in its help."
            })
    private static final class Root implements Callable<Integer> {
        private final Console console;

        @Spec
        private @Nullable CommandSpec spec;

        @Option(
                names = "--explain",
                paramLabel = "CODE",
                description = "Explains the code of a message, such as unreachable-rule.")
        private @Nullable String code;

        private Root(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() throws UsageException {
            if (code == null) {
                throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Missing required subcommand");
            }
            console.print(CodePages.page(code));
            return ExitCode.FINE;
        }
    }

    private final Console console;

    ToolPolicyCommand(Console console) {
        this.console = console;
    }

    /** Runs the command. Returns its exit code. */
    int run(String... arguments) {
        try {
            Optional<Integer> answered = new HookCommand(console).answerWritten(List.of(arguments));
            return answered.isPresent() ? answered.get() : line(arguments).execute(arguments);
        } catch (Streams.ClosedError e) {
            return ExitCode.FAILED; // the reader, such as head, has read enough, so there is nothing to report
        } catch (StackOverflowError | OutOfMemoryError | LinkageError e) {
            return internal(console, e);
        }
    }

    /** Returns a parser with the one subcommand that the arguments name, or with all of them. Few are fast to start. */
    private CommandLine line(String... arguments) {
        List<Named> named = SUBCOMMANDS.stream()
                .filter(each -> arguments.length > 0 && each.name().equals(arguments[0]))
                .toList();
        return line(console, named.isEmpty() ? SUBCOMMANDS : named);
    }

    /** Returns a parser with all subcommands. */
    static CommandLine all(Console console) {
        return line(console, SUBCOMMANDS);
    }

    private static CommandLine line(Console console, List<Named> subcommands) {
        CommandLine line = new CommandLine(new Root(console));
        subcommands.forEach(
                each -> line.addSubcommand(each.name(), each.create().apply(console)));
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(100);
        line.setUsageHelpAutoWidth(true);
        line.setColorScheme(Help.defaultColorScheme(console.ansi()));
        line.setOut(new PrintWriter(console.out(), true, UTF_8));
        line.setErr(new PrintWriter(console.errors(), true, UTF_8));
        line.setParameterExceptionHandler((e, typed) -> misused(console, e));
        line.setExecutionExceptionHandler((e, failed, typed) ->
                failed(console, e, typed.hasSubcommand() && typed.subcommand().hasMatchedOption("--json")));
        standardOptions(line);
        return line;
    }

    /** Adds help and version to a command and all below it. */
    private static void standardOptions(CommandLine line) {
        standardOptions(line.getCommandSpec());
        line.getSubcommands().values().forEach(ToolPolicyCommand::standardOptions);
    }

    private static void standardOptions(CommandSpec spec) {
        // Not mixinStandardHelpOptions: for a command that is a method it shifts the values of the method's options.
        spec.versionProvider(ToolPolicyCommand::version)
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Print version information and exit.")
                        .build());
        spec.usageMessage()
                .sortOptions(false)
                .abbreviateSynopsis(true)
                .synopsisHeading("%nUsage: ")
                .descriptionHeading(spec.usageMessage().description().length == 0 ? "" : "%n")
                .parameterListHeading("%n")
                .optionListHeading("%nOptions:%n");
    }

    private static String[] version() {
        String version = ToolPolicyCommand.class.getPackage().getImplementationVersion();
        return new String[] {"toolpolicy " + (version == null ? "(from sources)" : version)};
    }

    private static int misused(Console console, ParameterException e) {
        String message = VisibleText.line(String.valueOf(e.getMessage()), VisibleText.DETAIL);
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            message += "; did you mean " + unmatched.getSuggestions().get(0) + "?";
        }
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        boolean isSentence = message.endsWith(".") || message.endsWith("?");
        console.report(message + (isSentence ? " " : ". ") + command + " --help shows what to type.");
        return e.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int failed(Console console, Exception failure, boolean asJson) {
        if (failure.getCause() instanceof Streams.ClosedError) {
            return ExitCode.FAILED;
        } else if (failure instanceof UsageException) {
            console.report(VisibleText.line(String.valueOf(failure.getMessage()), VisibleText.DETAIL));
        } else if (failure instanceof InvalidPolicyException invalid) {
            Problems.print(console, invalid.problems(), asJson);
            if (invalid.problems().stream()
                    .anyMatch(problem -> problem.diagnostic().code() == DiagnosticCode.HOME_NOT_SET)) {
                console.report("type --home DIR to say which directory ~/ means");
            }
        } else {
            return internal(console, failure);
        }
        return ExitCode.FAILED;
    }

    private static int internal(Console console, Throwable failure) {
        console.report("internal error, please report it:");
        failure.printStackTrace(console.errors());
        return ExitCode.FAILED;
    }
}
