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
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The subcommand {@code witnesses}: gives for each rule of a run list a call that it decides. */
@Command(
        name = "witnesses",
        header = "Gives for each rule a call that it decides, or says why there is none.",
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy witnesses policy.toml write_file")
public final class WitnessesCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A policy file in TOML or JSON.")
    private Path file = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "TOOL",
            arity = "0..1",
            description = "The name of a tool; default: all tools.")
    private Optional<String> tool = Optional.empty();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    /** Creates the subcommand. */
    public WitnessesCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        PolicyEngine engine =
                policy.engine(List.of(file)).unreachableRules(Severity.WARNING).build();
        List<ToolSpec<?>> asked =
                tool.isEmpty() ? engine.tools().tools() : List.of(PolicyOptions.tool(engine.tools(), tool.get()));
        NormalPath.Form form = policy.form();
        if (asJson()) {
            ObjectNode rules = JsonNodeFactory.instance.objectNode();
            asked.forEach(each -> rules.set(each.name(), json(each, reach(each, form))));
            console.print(rules);
        } else {
            asked.forEach(each -> console.print(text(each, form)));
        }
        return ExitCode.FINE;
    }

    private static Reachability reach(ToolSpec<?> tool, NormalPath.Form form) {
        PathReading paths = new PathReading(form, false);
        RuleScope scope = new RuleScope(tool.schema(), tool.facts(), paths);
        return Reachability.of(scope, tool.run().orElse(RuleList.empty()));
    }

    /** Returns a line for each rule; one with a name has it behind its number. */
    private static List<RuleSpec> rules(ToolSpec<?> tool) {
        return tool.run().map(RuleList::rules).orElse(List.of());
    }

    private static String text(ToolSpec<?> tool, NormalPath.Form form) {
        StringBuilder text = new StringBuilder(tool.name());
        List<RuleSpec> rules = rules(tool);
        for (String line : reach(tool, form).toString().split("\n")) {
            String named = line;
            for (int i = 0; i < rules.size(); i++) {
                String number = "rule " + (i + 1);
                if (line.startsWith(number + " ") && rules.get(i).name().isPresent()) {
                    named = number + " (" + rules.get(i).name().get() + ")" + line.substring(number.length());
                }
            }
            text.append("\n  ").append(named);
        }
        return text.toString();
    }

    private static ArrayNode json(ToolSpec<?> tool, Reachability reachability) {
        ArrayNode answers = JsonNodeFactory.instance.arrayNode();
        Iterator<RuleSpec> rules = rules(tool).iterator();
        for (Reach reach : reachability.rules()) {
            ObjectNode answer = reach.fold(
                    decides -> call(decides),
                    never -> rule().set("taken_by", takers(never)),
                    () -> rule().put("undecided", true));
            if (rules.hasNext()) {
                RuleSpec rule = rules.next();
                rule.name().ifPresent(name -> answer.put("name", name));
                rule.reason().ifPresent(reason -> answer.put("reason", reason));
            }
            answers.add(answer);
        }
        return answers;
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
