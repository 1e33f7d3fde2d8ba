package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.OfferedTools;
import dev.toolpolicy.cli.internal.command.PolicyCommand;
import dev.toolpolicy.cli.internal.command.Problems;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.runtime.internal.load.ReplacedLists;
import dev.toolpolicy.schema.DiagnosticCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
public final class CheckCommand extends PolicyCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Policy files in TOML or JSON, as layers in order.")
    private List<Path> files = List.of();

    @Option(
            names = "--fail-on-warnings",
            description = "Ends with exit code 1 also for a warning that no file accepts.")
    private boolean failOnWarnings;

    /** Creates the subcommand. */
    public CheckCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        OfferedTools tools = policy.tools();
        try {
            PolicyEngine engine = policy.engine(tools, files, List.of()).build();
            print(
                    engine,
                    ReplacedLists.find(tools.catalog(), engine.tools(), List.of(policy.layers(files))),
                    tools.notes());
            return failOnWarnings && !warnings(engine).isEmpty() ? ExitCode.FINDINGS : ExitCode.FINE;
        } catch (InvalidPolicyException e) {
            Problems.print(console, e.problems(), asJson());
            return ExitCode.FINDINGS;
        }
    }

    /** Returns the warnings about policies: that links aren't resolved is one about the service's engine. */
    private static List<PolicyProblem> warnings(PolicyEngine engine) {
        return engine.warnings().stream()
                .filter(problem -> problem.diagnostic().code() != DiagnosticCode.LINKS_NOT_RESOLVED)
                .toList();
    }

    private void print(PolicyEngine engine, List<String> replaced, List<String> notes) {
        if (asJson()) {
            ObjectNode found = Problems.json(warnings(engine));
            found.set("tools", tools(engine));
            EngineView.of(engine).absences().forEach(found.putArray("not_present")::add);
            replaced.forEach(found.putArray("replaced")::add);
            notes.forEach(found.putArray("left_to_host")::add);
            console.print(found);
            return;
        }
        warnings(engine).forEach(problem -> console.print(Problems.text(console, problem)));
        table(engine).forEach(console::print);
        EngineView.of(engine).absences().forEach(line -> console.print("note: " + line));
        replaced.forEach(line -> console.print("note: " + line));
        notes.forEach(note -> console.print("note: left to the host: " + note));
    }

    /** Returns the tools, each with the source of each active list. */
    private static ArrayNode tools(PolicyEngine engine) {
        ArrayNode tools = JsonNodeFactory.instance.arrayNode();
        for (ToolSpec<?> tool : engine.tools().tools()) {
            ObjectNode each = tools.addObject().put("name", tool.name());
            for (ListKind list : ListKind.values()) {
                each.put(list.word(), engine.origin(tool.name(), list));
                List<String> floors = EngineView.of(engine).floors(tool.name(), list);
                if (!floors.isEmpty()) {
                    floors.forEach(each.putArray(list.word() + "_floors")::add);
                }
            }
        }
        return tools;
    }

    /** Returns a row for each tool with the source of each active list. */
    private static List<String> table(PolicyEngine engine) {
        int width = engine.tools().tools().stream()
                .mapToInt(tool -> Words.ascii(tool.name()).length())
                .max()
                .orElse(0);
        List<String> rows = new ArrayList<>();
        for (ToolSpec<?> tool : engine.tools().tools()) {
            for (ListKind list : ListKind.values()) {
                String name = list == ListKind.RUN ? Words.ascii(tool.name()) : "";
                String row = "%-" + Math.max(width, 1) + "s  %-6s  %s";
                rows.add(String.format(Locale.ROOT, row, name, list.word(), engine.origin(tool.name(), list)));
                for (String floor : EngineView.of(engine).floors(tool.name(), list)) {
                    rows.add(String.format(Locale.ROOT, row, "", "", floor));
                }
            }
        }
        return rows;
    }
}
