package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.compare.ToolSetDiff;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ReloadOutcome;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code diff}: says what changes if one policy file replaces another. */
@Command(
        name = "diff",
        header = "Says what changes for each tool if NEW replaces OLD.",
        description = "Ends with exit code 1 if NEW may allow something that OLD didn't.",
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy diff main/policy.toml policy.toml --markdown")
public final class DiffCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "OLD", description = "The policy file that is active.")
    private Path old = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW", description = "The policy file that may replace it.")
    private Path next = Path.of("");

    @Option(names = "--markdown", description = "Answers with a table for a review.")
    private boolean markdown;

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    /** Creates the subcommand. */
    public DiffCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        if (markdown && asJson()) {
            throw new UsageException("--markdown and --json exclude each other");
        }
        PolicyEngine engine =
                policy.engine(List.of(old)).reloadConsent(changes -> true).build();
        ToolCatalog before = engine.tools();
        ReloadOutcome outcome = engine.reload(policy.configuration(next));
        if (outcome.kind() == ReloadOutcome.Kind.INVALID) {
            new Problems(console).print(outcome.problems(), asJson());
            return ExitCode.FAILED;
        }
        Comparison comparison =
                new Comparison(outcome.changes(), ToolSetDiff.between(before, engine.tools(), policy.form()));
        if (asJson()) {
            console.print(comparison.json());
        } else {
            console.print(markdown ? comparison.markdown() : comparison.text());
        }
        return comparison.mayLoosen() ? ExitCode.FINDINGS : ExitCode.FINE;
    }
}
