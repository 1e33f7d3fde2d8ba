package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.compare.ToolSetDiff;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.ReloadConsent;
import dev.toolpolicy.runtime.ReloadOutcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The command: a subcommand, files, options. */
final class PolicyCommand {
    /** There is nothing to say. */
    static final int FINE = 0;
    /** A configuration is wrong, or loosens something. */
    static final int PROBLEMS = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;

    static final String HELP = """
        Checks policies in TOML or JSON against the tools on the class path, and reads audit logs.

          check FILE...            checks files as layers in this order, and prints the active lists
          explain FILE TOOL JSON   says which rule decides a call with these arguments, and why
          witnesses FILE [TOOL]    gives for each rule a call that it decides, or says why there is none
          diff OLD NEW             says what changes for each tool if NEW takes the place of OLD
          audit FILE...            prints the calls of audit logs, with those of older files FILE.1, FILE.2 and so on

          --json                   answers as JSON
          --markdown               answers of diff as a table for a review
          --root POINTER           where tools stand in the files, such as /conversation
          --windows                the service takes paths as Windows does
          --ignore-case            the service ignores the case of paths
          --workspace FOLDER       the service's workspace, an absolute path
          --help                   this text

        Options of audit, which also takes --json:

          --tool NAME              calls of this tool only
          --session ID             calls of this session only
          --verdict VERDICT        ran, denied, declined, invalid or pending
          --rule NUMBER            calls to which the rule of this number applied, or the rule with these words
          --policy NAME            calls that this session policy denied
          --since TIME             calls that ended at this time or later; a day such as 2026-01-31, or a time in UTC
          --until TIME             calls that ended before this time
          --count BY               counts calls by tool, session, verdict, rule, policy, code or day

        Exit code: 0 if all is fine, 1 if there are errors or, for diff, something may be loosened, 2 if the command
        line is wrong.
        """;

    private final ToolCatalog tools;
    private final PrintStream out;
    private final PrintStream errors;

    PolicyCommand(ToolCatalog tools, PrintStream out, PrintStream errors) {
        this.tools = tools;
        this.out = out;
        this.errors = errors;
    }

    /** Runs the command; gives its exit code. */
    int run(String... arguments) {
        List<String> typed = Arrays.asList(arguments);
        if (typed.contains("--help") || typed.contains("-h")) {
            out.print(HELP);
            return FINE;
        }
        try {
            if (typed.isEmpty()) {
                throw new UsageException(
                        "type a subcommand: check, explain, witnesses, diff or audit; --help says more");
            }
            if (typed.get(0).equals("audit")) {
                return new AuditCommand(out, errors).run(AuditQuery.read(typed.subList(1, typed.size())));
            }
            return run(typed.get(0), CommandLine.read(typed.subList(1, typed.size())));
        } catch (UsageException e) {
            errors.print(e.getMessage() + "\n");
            return USAGE;
        } catch (InvalidPolicyException e) {
            return wrong(e.problems(), typed.contains("--json"));
        }
    }

    private int run(String subcommand, CommandLine line) throws UsageException {
        return switch (subcommand) {
            case "check" -> check(line);
            case "explain" -> new CallExplanation(tools, out, errors).run(line);
            case "witnesses" -> new Witnesses(tools, out).run(line);
            case "diff" -> diff(line);
            default ->
                throw new UsageException(
                        "there is no subcommand \"" + subcommand + "\"; type check, explain, witnesses, diff or audit");
        };
    }

    private int check(CommandLine line) throws UsageException {
        if (line.words().isEmpty()) {
            throw new UsageException("check needs files: check FILE...");
        }
        List<PolicyConfiguration> layers = new ArrayList<>();
        for (String file : line.words()) {
            layers.add(line.configuration(file));
        }
        PolicyEngine engine = engine(layers, line);
        if (line.json()) {
            ObjectNode answer = Answers.problems(engine.warnings());
            answer.set("tools", Answers.tools(engine));
            print(answer);
        } else {
            engine.warnings().forEach(problem -> out.print(problem + "\n"));
            Answers.table(engine).forEach(row -> out.print(row + "\n"));
        }
        return FINE;
    }

    private PolicyEngine engine(List<PolicyConfiguration> layers, CommandLine line) {
        return PolicyEngine.builder()
                .tools(tools)
                .configuration(layers.toArray(PolicyConfiguration[]::new))
                .paths(line.paths())
                .reloadConsent(ReloadConsent.ALWAYS)
                .build();
    }

    private int wrong(List<PolicyProblem> problems, boolean json) {
        if (json) {
            print(Answers.problems(problems));
        } else {
            problems.forEach(problem -> errors.print(problem + "\n"));
        }
        return PROBLEMS;
    }

    private void print(ObjectNode answer) {
        out.print(answer.toPrettyString() + "\n");
    }

    private int diff(CommandLine line) throws UsageException {
        if (line.words().size() != 2) {
            throw new UsageException("diff needs two files: diff OLD NEW");
        }
        PolicyEngine engine = engine(List.of(line.configuration(line.words().get(0))), line);
        ToolCatalog before = engine.tools();
        ReloadOutcome outcome = engine.reload(line.configuration(line.words().get(1)));
        if (outcome instanceof ReloadOutcome.Invalid) {
            return wrong(outcome.problems(), line.json());
        }
        Comparison comparison =
                new Comparison(outcome.changes(), ToolSetDiff.between(before, engine.tools(), line.form()));
        comparison.print(line, out);
        return comparison.mayLoosen() ? PROBLEMS : FINE;
    }

    static UsageException unknownTool(String name, ToolCatalog catalog) {
        String known = catalog.tools().stream().map(ToolSpec::name).sorted().collect(Collectors.joining(", "));
        return new UsageException("no tool is named \"" + name + "\"; tools are " + known);
    }
}
