package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** For each rule of a run list a call that it decides. */
final class Witnesses {
    private final ToolCatalog tools;
    private final PrintStream out;

    Witnesses(ToolCatalog tools, PrintStream out) {
        this.tools = tools;
        this.out = out;
    }

    int run(CommandLine line) throws UsageException {
        if (line.words().isEmpty() || line.words().size() > 2) {
            throw new UsageException("witnesses needs a file, and possibly a tool: witnesses FILE [TOOL]");
        }
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .configuration(line.configuration(line.words().get(0)))
                .paths(line.paths())
                .unreachableRules(Severity.WARNING)
                .build();
        List<ToolSpec<?>> asked = line.words().size() == 1
                ? engine.tools().tools()
                : List.of(tool(engine, line.words().get(1)));
        if (line.json()) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            asked.forEach(tool -> answer.set(tool.name(), json(reach(tool, line))));
            out.print(answer.toPrettyString() + "\n");
        } else {
            asked.forEach(tool -> out.print(text(tool, line) + "\n"));
        }
        return PolicyCommand.FINE;
    }

    private static ToolSpec<?> tool(PolicyEngine engine, String name) throws UsageException {
        Optional<ToolSpec<?>> found = engine.tools().find(name);
        if (found.isEmpty()) {
            throw PolicyCommand.unknownTool(name, engine.tools());
        }
        return found.get();
    }

    private static Reachability reach(ToolSpec<?> tool, CommandLine line) {
        PathReading paths = new PathReading(line.form(), false);
        RuleScope scope = new RuleScope(tool.schema(), tool.facts(), paths);
        return Reachability.of(scope, tool.run().orElse(RuleList.empty()));
    }

    private static String text(ToolSpec<?> tool, CommandLine line) {
        return tool.name() + "\n  " + reach(tool, line).toString().replace("\n", "\n  ");
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
