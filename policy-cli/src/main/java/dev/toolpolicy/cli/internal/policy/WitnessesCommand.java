package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyCommand;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The subcommand {@code witnesses}: gives for each rule of a run list a call that it decides. */
@Command(
        name = "witnesses",
        header = "Gives for each rule a call that it decides, or says why there is none.",
        footer = "  toolpolicy witnesses policy.toml write_file")
public final class WitnessesCommand extends PolicyCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE... [TOOL]",
            hideParamSyntax = true,
            description = "Policy files in TOML or JSON, as layers in order; the name of a tool, by default all tools.")
    private List<String> words = List.of();

    /** Creates the subcommand. */
    public WitnessesCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        String last = words.get(words.size() - 1);
        boolean isWhole = ConfigurationFormat.of(Path.of(last)).isPresent() || words.size() == 1;
        List<Path> files = words.subList(0, isWhole ? words.size() : words.size() - 1).stream()
                .map(Path::of)
                .toList();
        PolicyEngine engine =
                policy.engine(files).unreachableRules(Severity.WARNING).build();
        List<ToolSpec<?>> asked = isWhole ? engine.tools().tools() : List.of(PolicyOptions.tool(engine.tools(), last));
        ObjectNode json = rule();
        for (ToolSpec<?> each : asked) {
            List<Part> parts = parts(each, engine);
            if (asJson()) {
                ArrayNode answers = json.putArray(each.name());
                parts.forEach(part -> answers.addAll(part.answers()));
            } else {
                console.print(Words.ascii(each.name()));
                parts.forEach(part -> part.lines().forEach(console::print));
            }
        }
        if (asJson()) {
            console.print(json);
        }
        return ExitCode.FINE;
    }

    /** Returns the tool's own list, then its floors. */
    private List<Part> parts(ToolSpec<?> tool, PolicyEngine engine) throws UsageException {
        RuleScope scope = new RuleScope(tool.schema(), tool.facts(), new PathReading(policy.form(), false));
        List<RuleList> lists = tool.run().orElse(RuleList.empty()).parts();
        List<Part> parts = new ArrayList<>();
        for (RuleList list : lists) {
            String floor = parts.isEmpty()
                    ? ""
                    : EngineView.of(engine).floors(tool.name(), ListKind.RUN).get(parts.size() - 1);
            parts.add(new Part(
                    floor,
                    list.rules(),
                    Reachability.of(parts.isEmpty() ? scope : scope.inFloor(), new RuleList(list.rules()))));
        }
        return parts;
    }

    /** The rules of a list with what is known of each, and the origin of a floor. */
    private record Part(String floor, List<RuleSpec> rules, Reachability reach) {

        /** Returns a line for each rule; one with a name has it behind its number. */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            for (String words : reach.toString().split("\n")) {
                int rule = lines.size();
                String number = "rule " + (rule + 1);
                String line = rule < rules.size() && rules.get(rule).name().isPresent()
                        ? number + " (" + rules.get(rule).name().get() + ")" + words.substring(number.length())
                        : words;
                lines.add("  " + (floor.isEmpty() ? "" : floor + ": ") + line);
            }
            if (!floor.isEmpty()) {
                lines.remove(rules.size()); // no answer of a floor is none
            }
            return lines;
        }

        List<ObjectNode> answers() {
            List<ObjectNode> answers = new ArrayList<>();
            for (RuleSpec rule : rules) {
                Reach found = reach.rules().get(answers.size());
                ObjectNode answer = found.decides()
                        .map(decides -> call(decides))
                        .orElseGet(() -> found instanceof Reach.Never never
                                ? rule().set("taken_by", takers(never))
                                : rule().put("undecided", true));
                rule.name().ifPresent(name -> answer.put("name", name));
                rule.reason().ifPresent(reason -> answer.put("reason", reason));
                if (!floor.isEmpty()) {
                    answer.put("floor", floor);
                }
                answers.add(answer);
            }
            return answers;
        }
    }

    private static ObjectNode rule() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode call(Reach.Decides decides) {
        ObjectNode rule = rule().set("decides", decides.arguments());
        KnownWords.write(decides.facts(), rule);
        return rule;
    }

    /** Returns the numbers of the rules, from 1. */
    private static ArrayNode takers(Reach.Never never) {
        ArrayNode takers = JsonNodeFactory.instance.arrayNode();
        never.takers().forEach(taker -> takers.add(taker + 1));
        return takers;
    }
}
