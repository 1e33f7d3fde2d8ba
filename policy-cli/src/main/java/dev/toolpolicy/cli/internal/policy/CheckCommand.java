package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.AnswerOptions;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.OfferedTools;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The subcommand {@code check}: finds what is wrong with policy files, and prints which lists are active. */
@Command(
        name = "check",
        header = "Finds mistakes in policy files, and prints which list of each tool is active.",
        description = "Ends with exit code 1 if a file has an error.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  toolpolicy check policy.toml --tools tools.json",
            "  toolpolicy check policy.toml --classpath build/libs/agent.jar",
            "  toolpolicy check policy.toml --mcp \"npx -y @modelcontextprotocol/server-filesystem /tmp\""
        })
public final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Policy files in TOML or JSON, as layers in order.")
    private List<Path> files = List.of();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    @Mixin
    private final AnswerOptions answer = new AnswerOptions();

    /** Creates the subcommand. */
    public CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws UsageException {
        OfferedTools tools = policy.tools();
        try {
            print(policy.engine(tools, files).paths(policy.checkedPaths()).build(), tools.notes());
            return ExitCode.FINE;
        } catch (InvalidPolicyException e) {
            new Problems(console).print(e.problems(), answer.json());
            return ExitCode.FINDINGS;
        }
    }

    private void print(PolicyEngine engine, List<String> notes) {
        if (answer.json()) {
            ObjectNode found = Problems.json(engine.warnings());
            found.set("tools", Answers.tools(engine));
            notes.forEach(found.putArray("left_to_host")::add);
            console.print(found);
            return;
        }
        Problems problems = new Problems(console);
        engine.warnings().forEach(problem -> console.print(problems.text(problem)));
        Answers.table(engine).forEach(console::print);
        notes.forEach(note -> console.print("note: left to the host: " + note));
    }
}
