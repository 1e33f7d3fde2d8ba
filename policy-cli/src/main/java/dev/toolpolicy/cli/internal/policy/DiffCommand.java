package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyCommand;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.test.policy.ToolSetDiff;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The subcommand {@code diff}: says what changes if policy files replace others. */
@Command(
        name = "diff",
        header = "Says what changes for each tool if NEW replaces OLD.",
        customSynopsis = "toolpolicy diff [OPTIONS] (OLD NEW | OLD... -- NEW...)",
        description = "Ends with exit code 1 if NEW may allow something that OLD didn't.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy diff main/policy.toml policy.toml --markdown",
            "  toolpolicy diff main/platform.toml main/crm.toml -- platform.toml crm.toml"
        })
public final class DiffCommand extends PolicyCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "OLD... NEW",
            hideParamSyntax = true,
            description =
                    "The policy file that is active, and the one that may replace it; or, before --, the files that"
                            + " are active, as layers in order, and after it those that may replace them.")
    private List<Path> old = List.of();

    @Option(names = "--", arity = "1..*", hidden = true)
    private List<Path> next = List.of();

    @Option(names = "--markdown", description = "Answers with a table for a review.")
    private boolean markdown;

    /** Creates the subcommand. */
    public DiffCommand(Console console) {
        super(console);
    }

    /** Makes {@code --} an option, where picocli has the end of all options. */
    @Spec
    void separate(CommandSpec spec) {
        spec.parser().endOfOptionsDelimiter("---").posixClusteredShortOptionsAllowed(false);
    }

    @Override
    public Integer call() throws UsageException {
        if (markdown && asJson()) {
            throw new UsageException("--markdown and --json exclude each other");
        }
        if (next.isEmpty() && old.size() == 2) {
            next = List.of(old.get(1));
            old = List.of(old.get(0));
        } else if (next.isEmpty()) {
            throw new UsageException("name the old and the new file, or layers with -- between them:"
                    + " diff OLD NEW, or diff OLD... -- NEW...");
        }
        PolicyEngine engine = policy.engine(policy.tools(), old, next)
                .reloadConsent(changes -> true)
                .build();
        ToolCatalog before = engine.tools();
        ReloadOutcome outcome = engine.reload(policy.layers(next));
        if (outcome.kind() == ReloadOutcome.Kind.INVALID) {
            Problems.print(console, outcome.problems(), asJson());
            return ExitCode.FAILED;
        }
        ToolCatalog after = engine.tools();
        Comparison comparison =
                new Comparison(outcome.changes(), ToolSetDiff.between(before, after, policy.form()), after);
        if (asJson()) {
            console.print(comparison.json());
        } else {
            console.print(markdown ? comparison.markdown() : comparison.text());
        }
        return comparison.mayLoosen() ? ExitCode.FINDINGS : ExitCode.FINE;
    }
}
