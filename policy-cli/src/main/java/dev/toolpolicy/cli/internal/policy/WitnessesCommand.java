package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.cli.internal.command.AnswerOptions;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.PolicyOptions;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.NormalPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The subcommand {@code witnesses}: gives for each rule of a run list a call that it decides. */
@Command(
        name = "witnesses",
        header = "Gives for each rule a call that it decides, or says why there is none.",
        footerHeading = "%nExample:%n",
        footer = "  toolpolicy witnesses policy.toml write_file")
public final class WitnessesCommand implements Callable<Integer> {
    private final Console console;

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

    @Mixin
    private final AnswerOptions answer = new AnswerOptions();

    /** Creates the subcommand. */
    public WitnessesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws UsageException {
        PolicyEngine engine =
                policy.engine(List.of(file)).unreachableRules(Severity.WARNING).build();
        List<ToolSpec<?>> asked =
                tool.isEmpty() ? engine.tools().tools() : List.of(PolicyOptions.tool(engine.tools(), tool.get()));
        NormalPath.Form form = policy.form();
        if (answer.json()) {
            ObjectNode rules = JsonNodeFactory.instance.objectNode();
            asked.forEach(each -> rules.set(each.name(), json(reach(each, form))));
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

    private static String text(ToolSpec<?> tool, NormalPath.Form form) {
        return tool.name() + "\n  " + reach(tool, form).toString().replace("\n", "\n  ");
    }

    private static ArrayNode json(Reachability reachability) {
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        for (Reach reach : reachability.rules()) {
            rules.add(reach.fold(
                    decides -> call(decides),
                    never -> rule().set("taken_by", takers(never)),
                    () -> rule().put("undecided", true)));
        }
        return rules;
    }

    private static ObjectNode rule() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode call(Reach.Decides decides) {
        ObjectNode rule = rule().set("decides", decides.arguments());
        return decides.facts().isEmpty() ? rule : rule.set("facts", decides.facts());
    }

    /** Returns the numbers of the rules, from 1. */
    private static ArrayNode takers(Reach.Never never) {
        ArrayNode takers = JsonNodeFactory.instance.arrayNode();
        never.takers().forEach(taker -> takers.add(taker + 1));
        return takers;
    }
}
