package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.internal.text.ResourceText;
import picocli.CommandLine.Command;

/** The subcommand {@code schema}: prints the JSON Schema of policy files, by which editors complete and check them. */
@Command(
        name = "schema",
        header = "Prints the JSON Schema of policy files, by which editors complete and check them.",
        description = "The first line of a TOML file names it: #:schema ./policy-file.schema.json",
        footer = "  toolpolicy schema > policy-file.schema.json")
public final class SchemaCommand extends Subcommand {
    private static final String FILE = "policy-file.schema.json";

    /** Creates the subcommand. */
    public SchemaCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        console.print(ResourceText.of(PolicyConfiguration.class, FILE).strip());
        return ExitCode.FINE;
    }
}
