package dev.toolpolicy.cli.internal.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.ToolOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code prove}: proves what test files claim about each call. */
@Command(
        name = "prove",
        header = "Proves or refutes claims about every possible call.",
        description = {
            "A claim is a [[prove]] table of a test file. A refuted one is printed with a call.",
            "Proofs count without remembered approvals, for rules that are enforced, and for the tools that are known."
        },
        footer = "  toolpolicy prove policy.test.toml")
public final class ProveCommand extends Subcommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Test files, named like policy.test.toml.")
    private List<Path> files = List.of();

    @Option(names = "--junit", paramLabel = "OUT", description = "Also writes a report in JUnit's XML.")
    private Optional<Path> junit = Optional.empty();

    @Option(names = "--sarif", paramLabel = "OUT", description = "Also writes what isn't proved as SARIF 2.1.0.")
    private Optional<Path> sarif = Optional.empty();

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    /** Creates the subcommand. */
    public ProveCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        ToolCatalog catalog = tools.load().catalog();
        List<ProofReport> reports = files.stream()
                .map(file -> new ProofReport(PolicySuite.run(file, catalog)))
                .toList();
        if (reports.stream().allMatch(report -> report.suite().proofs().isEmpty())) {
            throw new UsageException("there is nothing to prove: write a claim as a [[prove]] table of a test file");
        }
        if (asJson()) {
            ArrayNode json = JsonNodeFactory.instance.arrayNode();
            reports.forEach(report -> json.add(report.json()));
            console.print(JsonNodeFactory.instance.objectNode().set("files", json));
        } else {
            reports.forEach(report -> report.text().forEach(console::print));
        }
        write(junit, ProofReport.junit(reports));
        write(sarif, ProofReport.sarif(reports));
        return reports.stream().allMatch(ProofReport::isProved) ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private static void write(Optional<Path> file, String text) throws UsageException {
        try {
            if (file.isPresent()) {
                Files.writeString(file.get(), text);
            }
        } catch (IOException e) {
            throw new UsageException("can't write " + file.get() + ": " + e.getMessage());
        }
    }
}
