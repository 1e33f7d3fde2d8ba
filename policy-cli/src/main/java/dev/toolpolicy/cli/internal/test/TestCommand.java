package dev.toolpolicy.cli.internal.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.ToolOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.test.policy.internal.coverage.Coverage;
import dev.toolpolicy.test.policy.internal.mutation.MutationRun;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code test}: runs tests of policies, and says what they leave untested. */
@Command(
        name = "test",
        header = "Runs tests of policies.",
        description = "A test file is in the folder of its policy file: policy.test.toml for policy.toml.",
        footer = "  toolpolicy test policy.test.toml --coverage --mutate")
public final class TestCommand extends Subcommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Test files, named like policy.test.toml.")
    private List<Path> files = List.of();

    @Option(
            names = "--coverage",
            description = "Says which rules, requirements and limits the tests let decide, with a test for each other.")
    private boolean coverage;

    @Option(
            names = "--suggest",
            description = "Writes these tests into the test file, which is created if it is missing.")
    private boolean suggest;

    @Option(
            names = "--mutate",
            description = "Changes the policy where a hand would slip, and says which changes no test notices.")
    private boolean mutate;

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    /** Creates the subcommand. */
    public TestCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        ToolCatalog catalog = tools.load().catalog();
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        boolean fine = true;
        for (Path file : files) {
            fine &= run(suggest ? PolicySuite.start(file, catalog) : PolicySuite.run(file, catalog), json);
        }
        if (asJson()) {
            console.print(JsonNodeFactory.instance.objectNode().set("files", json));
        }
        return fine ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /** Runs the tests of a file. Returns whether they pass and, if asked, no change survives. */
    private boolean run(PolicySuite suite, ArrayNode json) throws UsageException {
        TestReport report = new TestReport(suite);
        List<Coverage.Row> rows = coverage || suggest ? suite.coverage() : List.of();
        Optional<MutationRun> mutation = mutate && suite.passed() ? Optional.of(suite.mutate()) : Optional.empty();
        String suggested = suite.suggested(rows);
        if (suggest) {
            write(suite, suggested);
        }
        if (asJson()) {
            ObjectNode one = report.json();
            if (coverage) {
                one.set("coverage", report.json(rows));
            }
            one.put("suggested", suggested);
            mutation.ifPresent(run -> one.set("mutation", TestReport.json(run)));
            json.add(one);
        } else {
            report.text(coverage ? rows : List.of()).forEach(console::print);
            if (suggest) {
                console.print(report.written(suggested));
            } else if (!suggested.isEmpty()) {
                console.print("\nTests to look at, or written into the file by --suggest:\n" + suggested);
            }
            mutation.map(report::text).ifPresent(lines -> lines.forEach(console::print));
            if (mutate && mutation.isEmpty()) {
                console.print("not changed: all tests must pass before the policy is changed");
            }
        }
        return suite.passed() && mutation.map(run -> run.survivors().isEmpty()).orElse(true);
    }

    private static void write(PolicySuite suite, String suggested) throws UsageException {
        try {
            suite.append(suggested);
        } catch (IOException e) {
            throw new UsageException("can't write " + suite.file().file() + ": " + e.getMessage());
        }
    }
}
